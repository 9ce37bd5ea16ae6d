// Shows what is hidden one step after the other: by hand, back again, by itself, or all at once.

import { button, element } from "./dom.js";
import { told } from "./told.js";

const PAUSE = 900;

// `steps`: for each step the elements that it shows. Returns its buttons; nothing is shown at first.
export function stepped(steps) {
  let [at, timer] = [0, null];
  const show = (to) => {
    at = Math.max(0, Math.min(to, steps.length));
    steps.forEach((elements, index) => elements.forEach((made) => made.classList.toggle("unseen", index >= at)));
    steps.forEach((elements, index) => elements.forEach((made) => made.classList.toggle("newest", index === at - 1)));
    [back.disabled, step.disabled] = [at === 0, at === steps.length];
    if (at === steps.length) halt();
  };
  const halt = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = told("Play");
  };
  const run = () => {
    if (timer) return halt();
    if (at === steps.length) show(0);
    play.textContent = told("Pause");
    timer = setInterval(() => (play.isConnected ? show(at + 1) : halt()), PAUSE);
  };
  const by = (change) => () => (halt(), show(at + change));
  const back = button("Back", "Back", by(-1), { title: "One step back" });
  const step = button("Step", "Step", by(1), { title: "The next step" });
  const play = button("Play", "Play", run, { title: "Step after step" });
  const all = button("All", "All", by(steps.length), { title: "All steps" });
  show(0);
  return element("div", { class: "words", role: "group", "aria-label": "Steps" }, back, step, play, all);
}
