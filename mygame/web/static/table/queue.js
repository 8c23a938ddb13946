/**
 * Gestures one behind the other. A step is {long, next, begin, end}: `begin(rate)` starts its movements and gives them, `end()` takes
 * away whatever is left of it; the one behind it begins `next` ms later, it is over after `long`.
 *
 * The page shows already what the gestures lead to, so nothing waits for them. None is later than `behind()` ms after it has been
 * added: whatever waits runs faster the more of it there is, and what would be missed least is left out. `finish()` ends all at once.
 */

const MOST = 16; // steps that wait; more would only be a flicker
const BEHIND = 1500; // ms

export class Queue {
  constructor(speed, idle = () => {}, behind = () => BEHIND) {
    Object.assign(this, { speed, idle, behind, waiting: [], running: new Set(), rate: 1, timer: 0, at: 0 });
  }

  get isIdle() {
    return !this.waiting.length && !this.running.size;
  }

  add(steps) {
    const due = performance.now() + this.behind();
    for (const step of steps) this.waiting.push(Object.assign(step, { due }));
    while (this.waiting.length > MOST) this.drop();
    if (this.isIdle) return;
    this.hasten();
    if (!this.timer) {
      this.at = performance.now();
      this.next();
    }
  }

  /** What would be missed least, the oldest of it, is over before it has begun. */
  drop() {
    const least = Math.min(...this.waiting.map(({ weight }) => weight));
    const [step] = this.waiting.splice(this.waiting.findIndex(({ weight }) => weight === least), 1);
    step.end();
  }

  /** As fast as it has to be, so that each is over when it is due. */
  hasten() {
    const now = performance.now();
    const before = this.rate;
    let ahead = Math.max(0, this.at - now) * before; // ms at the usual speed until the next may begin
    const left = ahead;
    let rate = this.speed();
    for (const { long, next, due } of this.waiting) {
      rate = Math.max(rate, (ahead + long) / Math.max(50, due - now));
      ahead += next;
    }
    this.rate = this.running.size ? Math.max(rate, before) : rate;
    if (this.rate === before) return;
    for (const { movements } of this.running) for (const movement of movements) movement.updatePlaybackRate(this.rate);
    if (this.timer) this.wait(now + left / this.rate);
  }

  /** The next may begin then. */
  wait(at) {
    clearTimeout(this.timer);
    this.at = at;
    this.timer = setTimeout(() => this.next(), at - performance.now());
  }

  next() {
    clearTimeout(this.timer);
    this.timer = 0;
    const step = this.waiting.shift();
    if (!step) return;
    step.movements = step.begin(this.rate);
    for (const movement of step.movements) movement.playbackRate = this.rate;
    this.running.add(step);
    const over = () => {
      if (!this.running.delete(step)) return;
      step.end();
      if (this.isIdle) this.idle();
    };
    Promise.allSettled(step.movements.map(({ finished }) => finished)).then(over);
    this.wait(this.at + step.next / this.rate); // and not from now: whatever begins late keeps nobody else
    this.hasten();
  }

  /** Everything is over at once. */
  finish() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.at = 0;
    const steps = [...this.running, ...this.waiting.splice(0)];
    this.running.clear();
    for (const step of steps) {
      for (const movement of step.movements ?? []) movement.cancel();
      step.end();
    }
    if (steps.length) this.idle();
  }
}
