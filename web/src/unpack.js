// The second script of the page: gives it its looks, and unpacks what xz makes an eighth smaller than gzip does, and the engine by a third.

import { XzReadableStream } from "xz-decompress";
import { together } from "./streams.js";

const unpacked = (id) => new XzReadableStream(bytesOf(id));

// A sheet is no element, so that copies of this page do not have it twice.
const looks = new CSSStyleSheet();
looks.replaceSync(LOOKS);
document.adoptedStyleSheets = [looks];

// The engine comes first: the browser compiles it while the other is unpacked.
const engine = new Response(unpacked("engine")).arrayBuffer();
globalThis.engine = engine.then((bytes) => WebAssembly.compile(together(new Uint8Array(bytes))));
engine.then(() => run(unpacked("main"))).catch(failed);
