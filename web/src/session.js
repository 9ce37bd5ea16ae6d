import { keep, kept } from "./storage.js";
import { chosen } from "./told.js";

// The place in the tour.
const PLACE = "grundy.tour";

// The session as the page sees it. Whoever stops it gets a new one with the same definitions.

export class Session {
  constructor(module) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    this.definitions = [];
    this.known = [];
    this.count = 0;
    this.place = kept(PLACE) ?? "";
    // Called before a new session takes the place of this one, with which its dialogues are gone.
    this.onrenew = () => {};
    // Called with each definition that is new.
    this.ondefined = () => {};
    // Called when a computation begins, and when none goes on.
    this.onbusy = () => {};
    this.start();
  }

  start() {
    this.task = null;
    this.queue = [];
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.heard({ id: this.task?.id, failed: "memory", problem: event.message });
    };
    this.worker.postMessage({ module: this.module, place: this.place, language: chosen() });
  }

  // Runs the text of a cell, or says a line of its dialogue; `hear` is called with each answer. Resolves to "done", "stopped", or
  // why the engine could not go on.
  ask(question, hear) {
    return new Promise((resolve) => {
      this.queue.push({ id: ++this.count, question, hear, resolve });
      this.next();
    });
  }

  next() {
    if (this.task) return;
    this.onbusy(this.queue.length > 0);
    if (!this.queue.length) return;
    this.task = this.queue.shift();
    this.worker.postMessage({ id: this.task.id, ...this.task.question });
  }

  heard({ id, told, over, known, failed, problem }) {
    const task = this.task;
    if (!task || id !== task.id) return;
    if (told) {
      if (typeof told.tour === "string") keep(PLACE, (this.place = told.tour));
      if (told.definition && !task.again) {
        if (!this.definitions.includes(told.definition)) this.ondefined(told.definition);
        this.definitions.push(told.definition);
      }
      task.hear?.(told);
    }
    if (over) {
      this.known = known;
      this.task = null;
      task.resolve("done");
      this.next();
    }
    if (failed) {
      console.error(problem);
      this.renew(failed);
    }
  }

  // Answers are told in this language from now on.
  speak(language) {
    this.worker.postMessage({ language });
  }

  // Ends whatever is computed.
  stop() {
    if (this.task) this.renew("stopped");
  }

  // A new worker, and the definitions once more. Those that were just being run again are given up if they are stopped too.
  renew(why) {
    const left = [this.task, ...this.queue].filter(Boolean);
    this.worker.terminate();
    this.onrenew();
    const again = left[0]?.again;
    if (again) this.definitions = [];
    this.start();
    if (this.definitions.length) {
      const id = ++this.count;
      this.queue.push({ id, again: true, question: { cell: "", text: this.definitions.join("\n") }, resolve: () => {} });
    }
    this.next();
    left.forEach((task) => task.resolve(again && why === "stopped" ? "forgotten" : why));
  }

  // A new session that knows nothing.
  clear() {
    this.definitions = [];
    this.renew("stopped");
  }
}
