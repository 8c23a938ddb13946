/**
 * What a listener is told without asking: questions, what happened since the last one, errors. The
 * running account itself is silent; it can be read at any time.
 */

const TOLD = 6; // lines of the account before a question

export class Speech {
  constructor(region) {
    this.region = region;
    this.opened();
  }

  /** A table has been opened: what has happened there before, which comes next, nobody waits for. */
  opened() {
    this.waiting = [];
    this.past = true;
  }

  /** Lines of the account have come; they are told with the next question. */
  happened(lines) {
    if (!this.past) this.waiting.push(...lines.map(({ text }) => text));
    this.past = false;
  }

  /** Tell what has happened, and then this. */
  tell(text) {
    const before = this.waiting.splice(0).slice(-TOLD);
    this.region.textContent = "";
    // A region that is told the same twice stays silent if it is not emptied in between.
    setTimeout(() => (this.region.textContent = [...before, text].join(" ")), 50);
  }
}
