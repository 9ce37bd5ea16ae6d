// QR codes in front of the camera.

import jsqr from "jsqr";
import { button, element } from "./dom.js";
import { told } from "./told.js";

// Between two looks, in milliseconds.
const PAUSE = 250;
// What the camera sees is looked at in so many dots across; more take longer, and codes of this page need fewer.
const ACROSS = 640;

export const canScan = () => Boolean(navigator.mediaDevices?.getUserMedia);

// A button that opens the camera and closes it again; `found` is called with the text of each code, once while it is seen.
export function scanner(found, say) {
  const video = element("video", { muted: true, playsinline: true, autoplay: true, hidden: true, "aria-label": "What the camera sees" });
  const pen = element("canvas").getContext("2d", { willReadFrequently: true });
  let stream = null;
  let last = "";
  const stop = () => {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    video.hidden = true;
    act.textContent = told("Scan");
  };
  const seen = () => {
    const scale = Math.min(1, ACROSS / video.videoWidth);
    const [width, height] = [video.videoWidth, video.videoHeight].map((size) => Math.round(scale * size));
    if (!width || !height) return null;
    Object.assign(pen.canvas, { width, height });
    pen.drawImage(video, 0, 0, width, height);
    return jsqr(pen.getImageData(0, 0, width, height).data, width, height);
  };
  const look = () => {
    if (!stream || !video.isConnected) return stop();
    const code = seen();
    if (code?.data && code.data !== last) found((last = code.data));
    setTimeout(look, PAUSE);
  };
  const start = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = false;
      act.textContent = told("Stop scanning");
      look();
    } catch {
      stop();
      say("The camera cannot be used here. Codes can be typed or pasted.");
    }
  };
  const act = button("Scan", "Scan", () => (stream ? stop() : start()));
  return { act, video };
}
