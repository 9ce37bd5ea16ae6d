import { button } from "./dom.js";

// A button that copies a text; `say` tells whether it could.
export function copier(name, text, say) {
  return button(name, name, async () => {
    try {
      await navigator.clipboard.writeText(text());
      say(`Copied: ${name.replace(/^Copy /, "")}.`);
    } catch {
      say("This browser does not let the page copy: select the text, and copy it yourself.");
    }
  });
}
