/**
 * A match in the machine: begun from a seed, answered, looked at (`rules/backends/wasm/matches.py`).
 */

import { dealMatch } from "./deal.js";
import { nextRandom } from "./dice.js";
import { notedValues } from "./machine.js";

const EMPTY = 0x6000000080000000n;
const WORD = 8;
const KEPT = 20_000; // words of the log, out of those that fit, before it is begun anew
const CHOICE = { numbers: 6, values: 6, size: 6 * 4 + 6 * WORD };

export class Match {
  /** Begin a match from a seed, a BigInt, and play it to its first choice; it is the only one of its machine. */
  constructor(machine, seed) {
    const { call, plan } = machine;
    this.machine = machine;
    this.at = plan.offsets.match;
    this.read = 0; // words of the log that were read
    const dealt = dealMatch(plan, seed, (definition) => machine.rowOf(definition));
    const size = call.open_pack(dealt.state.length);
    this.address = machine.reserve(size);
    this.size = size;
    const offsets = (name) => this.address + machine.int(call.offsets.value + plan.offsets.block[name]);
    Object.assign(this, { zonesAt: offsets("zones"), stateAt: offsets("state"), heapAt: offsets("heap") });
    call.begin_match(this.address, dealt.state.length);
    this.lay(dealt, seed);
    call.run(this.address);
    call.end_idle(this.address);
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

  /** What a seat picks, by index of its options; the match goes on to the next choice. */
  answer(seat, picks) {
    const { call } = this.machine;
    this.machine.setWords(call.offered.value, picks);
    call.answer(this.address, seat, call.offered.value, picks.length);
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

  /** Who is asked what, in order; options are [number of their kind, what they are about]. */
  get choices() {
    const { machine } = this;
    const count = machine.int(this.address + this.at.choice_count);
    return Array.from({ length: count }, (_, number) => {
      const begin = this.address + this.at.choice + CHOICE.size * number;
      const [seat, minimum, maximum] = [0, 4, 8].map((place) => machine.int(begin + place));
      const words = machine.words(begin + 4 * CHOICE.numbers, CHOICE.values);
      const [prompt, subject, options, preset, values, barred] = words.map((word) => machine.value(word, this.heapAt));
      const pairs = options.flatMap((_, place) => (place % 2 ? [] : [[options[place], options[place + 1]]]));
      return { seat, minimum, maximum, prompt, subject, options: pairs, preset, values, barred };
    });
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
