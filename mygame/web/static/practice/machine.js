/**
 * The native machine of one game (`rules/backends/wasm`): its module with the tables laid down, and how values lie in its memory.
 *
 * Numbers up to 2^53 are numbers here, others stay BigInt; what is nothing is null, a tuple is an array. Begin with `openMachine`.
 */

export const NONE = 0x7000000000000000n;
const TUPLE = 6n;
const FIXED = 0x80000000;
const WORD = 8;
const PAGE = 65536;

/** The machine of a file (`rules/backends/wasm/portable.py`), from its bytes, for so many players. */
export async function openMachine(bytes, seats) {
  const module = await WebAssembly.compile(bytes);
  const sections = (name) => WebAssembly.Module.customSections(module, name);
  const [plan] = sections("plan").map((data) => JSON.parse(new TextDecoder().decode(data)));
  if (!plan.seats.includes(seats)) throw new Error(`not for ${seats} players`);
  const tables = [...sections("tables"), ...sections(`tables ${seats}`)];
  const deal = { ...plan.deal, copies: plan.deal.copies[seats] };
  const instance = await WebAssembly.instantiate(module, {});
  return new Machine(instance.exports, { ...plan, seats, deal }, tables);
}

/** What stands in the place of a frame's code in `failure`, and of parts of cards that were asked (`kernel/kernel.h`). */
const GUARDS = { 1: ["trigger", "TriggerDef"], 2: ["modifier", "ModifierDef"], 3: ["aim", "Aim"], 4: ["code", "Code"] };
export const CODE = 4;

/** Something has failed in the machine: `part`, {kind, index}, is what a card has there, or null; `spent`: it was the budget. */
export class Failed extends Error {
  constructor(machine, cause) {
    super(cause.message, { cause });
    const at = machine.call.failure.value;
    const { code, running, "guard.kind": kind, "guard.index": index } = machine.plan.structures.Failure;
    this.number = Number(machine.word(at + code));
    this.spent = this.number > 0 && this.number <= machine.plan.lastBudget;
    const [asked, ran] = [machine.int(at + kind), machine.int(at + running)];
    this.part = !this.number ? null : asked ? { kind: asked, index: machine.int(at + index) } : ran >= 0 ? { kind: CODE, index: ran } : null;
  }
}

class Machine {
  constructor(exports, plan, tables) {
    Object.assign(this, { exports, plan, call: exports });
    for (const each of tables) this.layTables(new DataView(each));
    const { pack } = exports;
    this.constantsAt = this.int(pack.value + plan.offsets.pack.constants);
    this.tableAt = (name) => this.int(pack.value + plan.offsets.pack[name]);
  }

  layTables(data) {
    const parts = [];
    for (let at = 0; at < data.byteLength; ) {
      const [address, size] = [data.getUint32(at, true), data.getUint32(at + 4, true)];
      parts.push([address, new Uint8Array(data.buffer, data.byteOffset + at + 8, size)]);
      at += 8 + size;
    }
    const end = Math.max(0, ...parts.map(([address, part]) => address + part.length));
    const missing = end - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    for (const [address, part] of parts) new Uint8Array(this.exports.memory.buffer).set(part, address);
  }

  /**
   * What a call gives that may fail.
   *
   * @throws {Failed} it has; what it has changed is half changed.
   */
  attempt(work) {
    const { __stack_pointer: stack, failure } = this.call;
    const kept = stack.value;
    this.setWord(failure.value, 0);
    try {
      return work();
    } catch (error) {
      stack.value = kept;
      throw new Failed(this, error);
    }
  }

  /** The definition of the card of which a part is, 0 where it is of none. */
  cardOfPart({ kind, index }) {
    if (!(kind in GUARDS)) return 0;
    const [table, structure] = GUARDS[kind];
    const { bytes, card } = this.plan.structures[structure];
    const place = this.int(this.tableAt(table) + bytes * index + card);
    return place ? Number(this.word(this.tableAt("definition") + WORD * (place - 1))) : 0;
  }

  /** Whether a code is of a card; the engine's own are below zero. */
  isOfCard(code) {
    const { bytes, card } = this.plan.structures.Code;
    return code >= 0 && this.int(this.tableAt("code") + bytes * code + card) > 0;
  }

  /** Memory of so many bytes that nothing else has; its address. */
  reserve(size) {
    return this.exports.memory.grow(Math.ceil(size / PAGE)) * PAGE;
  }

  /** The memory as it is now; not to be kept over a call. */
  get view() {
    const { buffer } = this.exports.memory;
    if (this.seen?.buffer !== buffer) this.seen = new DataView(buffer);
    return this.seen;
  }

  int(address) {
    return this.view.getInt32(address, true);
  }

  word(address) {
    return this.view.getBigInt64(address, true);
  }

  words(address, count) {
    return Array.from({ length: count }, (_, place) => this.word(address + WORD * place));
  }

  setInt(address, value) {
    this.view.setInt32(address, value, true);
  }

  setWord(address, value) {
    this.view.setBigInt64(address, BigInt.asIntN(64, BigInt(value)), true);
  }

  setWords(address, values) {
    values.forEach((value, place) => this.setWord(address + WORD * place, value));
  }

  /** A value of a match whose heap begins at an address. */
  value(word, heapAt) {
    if (word === NONE) return null;
    if (BigInt.asUintN(64, word) >> 60n !== TUPLE) return plain(word);
    const place = Number(word & 0xffffffffn);
    const begin = place >= FIXED ? this.constantsAt + WORD * (place - FIXED) : heapAt + WORD * place;
    return this.words(begin + WORD, Number(this.word(begin))).map((each) => this.value(each, heapAt));
  }

  /** The index of a definition in the tables; 0: there is none. */
  indexOf(definition) {
    if (!this.indices) {
      const count = this.int(this.exports.pack.value + this.plan.offsets.pack.definitions);
      this.indices = new Map(this.words(this.tableAt("definition"), count).map((each, place) => [Number(each), place]));
    }
    return this.indices.get(definition) ?? 0;
  }

  /** The row with which a card of a definition begins. */
  rowOf(definition) {
    const { width } = this.plan;
    return this.words(this.tableAt("rows") + WORD * width * this.indexOf(definition), width);
  }

  /** A printed fact of a definition. */
  printed(definition, fact) {
    const facts = this.int(this.exports.pack.value + this.plan.offsets.pack.facts);
    return plain(this.word(this.tableAt("printed") + WORD * (facts * this.indexOf(definition) + fact)));
  }
}

/** A row of the log: values one after the other, tuples with their length. */
export function notedValues(words) {
  const left = [...words];
  const take = () => {
    const word = left.shift();
    if (word === NONE) return null;
    if (BigInt.asUintN(64, word) >> 60n !== TUPLE) return plain(word);
    return Array.from({ length: Number(word & 0xffffffffn) }, take);
  };
  const found = [];
  while (left.length) found.push(take());
  return found;
}

/** A word as a number, where it is one that numbers can say. */
export function plain(word) {
  const number = Number(word);
  return Number.isSafeInteger(number) ? number : word;
}
