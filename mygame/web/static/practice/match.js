/**
 * A match in the machine: begun from a seed, answered, looked at (`rules/backends/wasm/matches.py`).
 */

import { dealMatch } from "./deal.js";
import { nextRandom } from "./dice.js";
import { CODE, Failed, NONE, notedValues } from "./machine.js";

const EMPTY = 0x6000000080000000n;
const WORD = 8;
const APART = 64; // bytes between matches are a multiple of this
const KEPT = 20_000; // words of the log, out of those that fit, before it is begun anew
const MAX_FAILURES = 20; // of one answer

export class Match {
  /** Begin a match from a seed, a BigInt, and what was chosen (`dealMatch`), and play it to its first choice; it is the only one of its machine. */
  constructor(machine, seed, chosen) {
    const { call, plan } = machine;
    const dealt = dealMatch(plan, seed, (definition) => machine.rowOf(definition), chosen);
    Object.assign(this, { machine, seed, dealt, at: plan.offsets.match, size: call.open_pack(dealt.state.length) });
    this.standAt(machine.reserve(this.size));
    this.begin();
  }

  /** Stand as in the beginning. */
  begin() {
    const { machine, dealt, seed, address } = this;
    const { call } = machine;
    machine.setInt(call.log_used.value, 0);
    this.read = 0; // words of the log that were read
    call.begin_match(address, dealt.state.length);
    this.lay(dealt, seed);
    machine.attempt(() => {
      call.run(address);
      call.end_idle(address);
    });
  }

  standAt(address) {
    const { machine } = this;
    const part = (name) => address + machine.int(machine.call.offsets.value + machine.plan.offsets.block[name]);
    Object.assign(this, { address, zonesAt: part("zones"), stateAt: part("state"), heapAt: part("heap") });
  }

  /** Another match of this deal, at an address; else in room of its own, where it stands nowhere yet (`standAs`). */
  another(address = this.machine.reserve(this.size)) {
    const other = Object.assign(Object.create(Match.prototype), { machine: this.machine, at: this.at, size: this.size });
    other.standAt(address);
    return other;
  }

  /** Have room for all that bots and `Foreseer` try of this match; gives where a copy of it may lie. */
  roomToTry() {
    if (!this.room) {
      const { call } = this.machine;
      const size = Math.ceil(this.size / APART) * APART;
      this.room = this.machine.reserve(size + call.bytes_of_bots());
      call.open_bots(this.room + size);
    }
    return this.room;
  }

  /** Stand where another match of this deal does, without a log. */
  standAs(other) {
    this.machine.call.copy_match(this.address, other.address);
  }

  lay({ state, cards, owners, decks }, seed) {
    const { machine, at } = this;
    const { plan } = machine;
    machine.setWords(this.stateAt, state);
    const box = this.tuple(cards);
    for (let zone = 0; zone < plan.zones.count; zone++)
      machine.setWord(this.zonesAt + WORD * zone, zone === plan.deal.start && zone ? box : EMPTY);
    const lists = Array.from({ length: plan.players + 1 }, (_, player) =>
      this.tuple(plan.lists.map((name) => this.tuple(decks[player]?.[name] ?? []))));
    lists.push(this.tuple(plan.chosen.map(() => EMPTY)));
    machine.setWord(this.address + at.cards, box);
    machine.setWord(this.address + at.owners, this.tuple(owners));
    machine.setWord(this.address + at.lists, this.tuple(lists));
    machine.setWord(this.address + at.random, nextRandom(BigInt.asUintN(64, seed))[1]);
    machine.setInt(this.address + at.logging, 1);
  }

  /** Some values as one, on the heap. */
  tuple(items) {
    if (!items.length) return EMPTY;
    const { call } = this.machine;
    this.machine.setWords(call.scratch.value, items);
    return call.make_tuple(this.address, call.scratch.value, items.length);
  }

  /**
   * What a seat picks, by index of its options; the match goes on to the next choice.
   *
   * @throws {Failed} something fails.
   */
  answer(seat, picks) {
    const { call } = this.machine;
    this.machine.setWords(call.offered.value, picks);
    this.machine.attempt(() => call.answer(this.address, seat, call.offered.value, picks.length));
  }

  /**
   * As `answer`, but what fails of cards is left out of it (`rules/running/transactions.py`). Gives the first card of which something
   * was, {card} with its definition; or null.
   *
   * @throws {Failed} the game itself fails; the match stands as before.
   */
  answerLeavingOut(seat, picks) {
    const { call } = this.machine;
    const lines = this.machine.int(call.log_used.value);
    this.before ??= this.another();
    this.before.standAs(this);
    let failed = null;
    for (const leftOut = []; ; ) {
      try {
        this.leaveOut(leftOut, seat);
        this.answer(seat, picks);
        this.setHead("muted_count", 0);
        return failed;
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        this.standAs(this.before);
        this.setHead("logging", 1);
        this.machine.setInt(call.log_used.value, lines);
        const { part } = error;
        if (!part || leftOut.length >= MAX_FAILURES) throw error;
        failed ??= { card: this.machine.cardOfPart(part) };
        // What was left out has not begun, so it was waiting.
        leftOut.push({ ...part, waits: leftOut.some(({ kind, index }) => kind === part.kind && index === part.index) });
      }
    }
  }

  /** Leave these out of what a seat does now: what has not begun will not, what waits for its answer is ended. */
  leaveOut(parts, seat) {
    const { machine, address, at } = this;
    const { bytes, kind: kindAt, index: indexAt } = machine.plan.structures.Mark;
    const muted = parts.filter(({ waits }) => !waits);
    muted.forEach(({ kind, index }, place) => {
      machine.setInt(address + at.muted + bytes * place + kindAt, kind);
      machine.setInt(address + at.muted + bytes * place + indexAt, index);
    });
    this.setHead("muted_count", muted.length);
    for (const { kind, index } of parts.filter(({ waits }) => waits)) {
      const [first, ...others] = this.choices;
      const place = this.frames.findLastIndex(({ code }) => code === index);
      if (kind !== CODE || place < 0 || others.length || first?.seat !== seat) continue;
      this.setHead("frames", place);
      for (const name of ["keeping", "gaps"]) machine.setWord(address + at[name], NONE);
    }
  }

  setHead(name, value) {
    this.machine.setInt(this.address + this.at[name], value);
  }

  // -- looked at

  /** A value of the header, by name. */
  part(name) {
    return this.machine.value(this.machine.word(this.address + this.at[name]), this.heapAt);
  }

  get over() {
    return this.part("standings") !== null;
  }

  cell(place) {
    return this.machine.word(this.stateAt + WORD * place);
  }

  /** The cards of a zone, from the bottom up. */
  zone(number) {
    return this.machine.value(this.machine.word(this.zonesAt + WORD * number), this.heapAt);
  }

  isCard(entity) {
    const { first, width } = this.machine.plan;
    return entity >= first && entity < this.machine.int(this.address + this.at.rows_end) && entity % width === 0;
  }

  /** Whether a seat sees which card this is; what is no card can always be seen. */
  sees(seat, entity) {
    return !this.isCard(entity) || !this.machine.call.is_hidden(seat, this.cell(entity + 1));
  }

  /** The seats that have answered in secret, until the others have. */
  get sealed() {
    return this.rows("sealed", this.machine.plan.structures.Choice.bytes, (begin) => this.machine.int(begin));
  }

  /** Who is asked what, in order; options are [number of their kind, what they are about]. */
  get choices() {
    const { machine } = this;
    const { Choice } = machine.plan.structures;
    return this.rows("choice", Choice.bytes, (begin) => {
      const int = (name) => machine.int(begin + Choice[name]);
      const value = (name) => machine.value(machine.word(begin + Choice[name]), this.heapAt);
      const [numbers, values] = [["seat", "minimum", "maximum", "words", "together"], ["prompt", "subject", "options", "preset", "values", "barred"]];
      const found = Object.fromEntries([...numbers.map((name) => [name, int(name)]), ...values.map((name) => [name, value(name)])]);
      const pairs = found.options.flatMap((_, place) => (place % 2 ? [] : [[found.options[place], found.options[place + 1]]]));
      return { ...found, options: pairs };
    });
  }

  /** What waits, from the flow of the game on: {code, at, registers}. */
  get frames() {
    const { machine } = this;
    const { Frame } = machine.plan.structures;
    return this.rows("frame", Frame.bytes, (begin) => ({
      ...{ code: machine.int(begin + Frame.code), at: machine.int(begin + Frame.at) },
      registers: machine.value(machine.word(begin + Frame.registers), this.heapAt),
    }));
  }

  rows(name, bytes, read) {
    const count = this.machine.int(this.address + this.at[name === "frame" ? "frames" : `${name}_count`]);
    return Array.from({ length: count }, (_, place) => read(this.address + this.at[name] + bytes * place));
  }

  /** The lines that have been noted since this was last asked, as rows of values. */
  takeLog() {
    const { machine } = this;
    const { log_used: used, log_lines: lines } = machine.call;
    const [end, rows] = [machine.int(used.value), []];
    while (this.read < end) {
      const size = Number(machine.word(lines.value + WORD * this.read));
      rows.push(notedValues(machine.words(lines.value + WORD * (this.read + 1), size)));
      this.read += size + 1;
    }
    if (end > KEPT) {
      machine.setInt(used.value, 0);
      this.read = 0;
    }
    return rows;
  }
}
