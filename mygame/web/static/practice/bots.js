/**
 * Bots in the machine (`rules/backends/wasm/thinking.py`): levels by name, with the time that each has for an answer. What thinks is a
 * copy of the match; a bot sees no more than its seat, for what that cannot see is dealt anew.
 */

const [GREEDY, SEARCH, TREE] = [1, 2, 3];
const DONE = 0;
const SLICES = { 1: 16, 2: 1 }; // by phase: what is done between two looks at the clock
const DICE_BYTES = 4 * (624 + 2);
const WORD = 8;
export const FAILED = -(2 ** 60); // the value of an answer that fails

/** The levels of `rules/playing/bots`: milliseconds, slips in a hundred answers, how many times that it looks for a certain win. */
const LEVELS = {
  greedy: { kind: GREEDY, ms: 0, slips: 0, forced: 0 },
  novice: { kind: SEARCH, ms: 10, slips: 20, forced: 0 },
  adept: { kind: SEARCH, ms: 30, slips: 5, forced: 6 },
  master: { kind: SEARCH, ms: 100, slips: 0, forced: 2 },
  grandmaster: { kind: TREE, ms: 100, slips: 0, forced: 2 },
};

export class Bots {
  constructor(match, seed) {
    const { machine } = match;
    Object.assign(this, { match, machine, call: machine.call });
    this.dice = machine.reserve(DICE_BYTES + 16);
    this.levelAt = this.dice + DICE_BYTES;
    const scratch = this.call.scratch.value;
    machine.setWord(scratch, BigInt.asUintN(64, seed));
    this.call.seed_dice(this.dice, scratch, 2);
    this.random = BigInt.asUintN(64, seed);
  }

  /** The answers that the bot of a seat has weighed, its own first; one by lot where it weighs none. */
  think(seat, kind) {
    const lines = this.weigh(seat, kind);
    return lines.length ? lines : [{ picks: this.byLot(seat), value: 0, worlds: 0, won: 0 }];
  }

  /** The answers that a bot has weighed, its own first: {picks, value, worlds, won}; none where it does not weigh, or something of a card fails. */
  weigh(seat, kind) {
    if (!(kind in LEVELS)) return [];
    try {
      return this.machine.attempt(() => this.search(seat, LEVELS[kind]));
    } catch {
      return [];
    }
  }

  search(seat, level) {
    const { call, machine } = this;
    const copied = this.match.roomToTry();
    call.copy_match(copied, this.match.address);
    const { Level, Line } = machine.plan.structures;
    for (const [name, value] of Object.entries({ ...level, iterations: 0 })) if (name in Level) machine.setInt(this.levelAt + Level[name], value);
    let begun = performance.now();
    let phase = call.begin_thinking(copied, seat, this.dice, this.levelAt);
    while (phase !== DONE) {
      const before = phase;
      const now = performance.now();
      phase = call.go_on_thinking(level.ms ? (now - begun) / level.ms : 1, SLICES[phase]);
      if (phase !== before) begun = now;
    }
    return Array.from({ length: machine.int(call.line_count.value) }, (_, number) => {
      const at = call.line.value + Line.bytes * number;
      const [first, count, worlds, won] = ["first", "count", "worlds", "won"].map((name) => machine.int(at + Line[name]));
      const total = machine.view.getFloat64(at + Line.total, true);
      return { picks: machine.words(call.line_picks.value + WORD * first, count).map(Number), value: worlds ? total / worlds : FAILED, worlds, won };
    });
  }

  byLot(seat) {
    const { call, machine } = this;
    const [state, picks] = [call.scratch.value, call.offered.value];
    machine.setWord(state, this.random);
    const count = call.think_at_random(this.match.address, seat, state, picks);
    this.random = BigInt.asUintN(64, machine.word(state));
    return machine.words(picks, count).map(Number);
  }
}
