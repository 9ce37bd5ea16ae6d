// What a student reaches goes to the program that serves this page, `grundy class`, as it comes, and what the teacher says to all comes
// back. Without a connection all goes on, and what was reached is sent later.

// The program answers within 20 seconds, and sooner where there is news.
const PATIENCE = 30_000;
// After a failure it is asked again: soon, and then less and less often.
const [SOON, SELDOM] = [1_000, 8_000];
// What is typed letter by letter is not sent letter by letter.
const GATHERING = 400;

const resting = (time) => new Promise((resolve) => setTimeout(resolve, time));

// What the program answers to this; fails with a sentence of the program, or because there is no connection.
export async function asked(address, what, asking = new AbortController()) {
  const late = setTimeout(() => asking.abort(), PATIENCE);
  try {
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what), signal: asking.signal });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.problem), { isSaid: true });
    return answer;
  } finally {
    clearTimeout(late);
  }
}

export class Sending {
  // `code()` is what was reached, or null while another window has gone on. `heard` hears of the teacher's conduct, `state` whether what was
  // reached has arrived: true, false, or a sentence why it was refused.
  constructor({ activity, device, code, heard, state }) {
    Object.assign(this, { activity, device, code, heard, state, seen: 0, arrived: null });
    this.run();
  }

  // Something was reached.
  changed() {
    clearTimeout(this.gathering);
    this.gathering = setTimeout(() => this.isWaiting && this.code() !== this.arrived && this.asking.abort(), GATHERING);
  }

  end() {
    this.isOver = true;
    this.asking?.abort();
  }

  async run() {
    for (let rest = SOON; !this.isOver; ) {
      const code = this.code();
      if (code === null) {
        await resting(SOON);
        continue;
      }
      this.asking = new AbortController();
      // What has arrived may wait for news; what has not is answered at once.
      this.isWaiting = code === this.arrived;
      try {
        const { version, conduct } = await asked("/reached", { activity: this.activity, device: this.device, code, seen: this.isWaiting ? this.seen : 0 }, this.asking);
        if (version !== this.seen) this.heard(conduct);
        Object.assign(this, { seen: version, arrived: code });
        this.state(true);
        rest = SOON;
      } catch (error) {
        const isNews = this.isWaiting && this.code() !== this.arrived;
        if (isNews || this.isOver) continue;
        this.arrived = null;
        this.state(error.isSaid ? error.message : false);
        await resting(rest);
        rest = Math.min(2 * rest, SELDOM);
      }
    }
  }
}
