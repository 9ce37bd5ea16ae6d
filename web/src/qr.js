// A text as a QR code.

import { generate } from "lean-qr";

const SVG = "http://www.w3.org/2000/svg";
// Around the code nothing may stand.
const MARGIN = 4;

// The picture; null if the text is too long for one.
export function qr(text, label) {
  let code;
  try {
    code = generate(text);
  } catch {
    return null;
  }
  const size = code.size + 2 * MARGIN;
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  let lines = "";
  for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (code.get(x, y)) lines += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, class: "qr", "shape-rendering": "crispEdges" })) svg.setAttribute(key, value);
  path.setAttribute("d", lines);
  svg.append(path);
  return svg;
}
