// QR codes in front of the camera, where the browser can read them by itself.

import { button, element } from "./dom.js";
import { told } from "./told.js";

// Between two looks, in milliseconds.
const PAUSE = 250;

export const canScan = () => "BarcodeDetector" in window && Boolean(navigator.mediaDevices?.getUserMedia);

// A button that opens the camera and closes it again; `found` is called with the text of each code, once while it is seen.
export function scanner(found, say) {
  const video = element("video", { muted: true, playsinline: true, autoplay: true, hidden: true, "aria-label": "What the camera sees" });
  let stream = null;
  let last = "";
  const stop = () => {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    video.hidden = true;
    act.textContent = told("Scan");
  };
  const look = async (detector) => {
    if (!stream || !video.isConnected) return stop();
    const [code] = await detector.detect(video).catch(() => []);
    if (code && code.rawValue !== last) found((last = code.rawValue));
    setTimeout(look, PAUSE, detector);
  };
  const start = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = false;
      act.textContent = told("Stop scanning");
      look(new BarcodeDetector({ formats: ["qr_code"] }));
    } catch {
      stop();
      say("The camera cannot be used here. Codes can be typed or pasted.");
    }
  };
  const act = button("Scan", "Scan", () => (stream ? stop() : start()));
  return { act, video };
}
