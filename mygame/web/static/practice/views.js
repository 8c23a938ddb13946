/**
 * What a seat may see of a match, as the server tells it (`rules/running/view.py`, `shown.py`): the public part, and the private one
 * of a seat. What is hidden is counted, never listed. Begin with `Views`.
 */

import { NONE, plain } from "./machine.js";

const WORD = 8;
const ENTITY = 1n << 40n;
const NOWHERE = 0;
const DEFINITION = 2n ** 32n;
const HIDDEN_CARD = DEFINITION; // a card of which nobody may know which it is
const ONE_OF = { players: "player", cards: "card", entities: "entity", numbers: "number", symbols: "symbol", definitions: "definition", texts: "text" };
const SEVERAL = { ...Object.fromEntries(Object.entries(ONE_OF).map(([many, one]) => [one, many])), any: "entities" };
const MAYBE_CARDS = ["card", "cards", "entity", "entities", "any"];

export class Views {
  constructor(match) {
    const { machine } = match;
    Object.assign(this, { match, machine, plan: machine.plan, call: machine.call });
    const { plan } = this;
    this.symbols = new Map(plan.symbols);
    this.words = new Map(plan.words);
    this.definitions = new Map(plan.definitions.map(([symbol, id, kind]) => [symbol, { id, kind }]));
    this.notes = new Map(plan.notes.map(([number, message, args]) => [number, { message, args }]));
    this.amountsOf = new Map(plan.amounts);
    this.openZones = new Set(plan.zones.open);
  }

  // -- names

  /** The word of a number of the game's own. */
  symbol(number) {
    return this.definitions.get(number)?.id ?? this.symbols.get(number) ?? null;
  }

  /** A card of a match, or a definition: {id, kind}, or nothing. */
  cardOf(entity) {
    return this.definitions.get(this.match.isCard(entity) ? Number(this.match.cell(entity)) : entity);
  }

  plainValue(type, value) {
    if (type === "symbol" || type === "definition") return this.symbol(value);
    if (type === "player") return value ? value - 1 : null;
    if (type === "card") return value || null;
    return type === "boolean" ? Boolean(value) : value;
  }

  // -- views

  /** What everybody may see. */
  public() {
    return this.untouched(() => {
      const { match, plan } = this;
      const standings = match.part("standings");
      const count = (number) => ({ count: match.zone(number).length, cards: [] });
      const zone = (number, open) => (open ? this.zone(number) : count(number));
      const players = Array.from({ length: plan.seats }, (_, seat) => ({
        seat,
        uuid: seat + 1,
        fields: this.fields(plan.others, seat + 1),
        zones: Object.fromEntries(plan.zones.players.map(([name, first, open]) => [name, zone(first + seat + 1, open)])),
      }));
      return {
        game: plan.id,
        seats: plan.seats,
        over: standings !== null,
        standings,
        outcome: standings && this.outcome(),
        match: this.fields(plan.match, 0),
        players,
        zones: Object.fromEntries(plan.zones.shared.map(([name, number, open]) => [name, zone(number, open)])),
        waiting: match.choices.map(({ seat }) => seat),
      };
    });
  }

  outcome() {
    const { match } = this;
    const [won, drew, lost] = ["won", "drew", "lost"].map((name) => match.part(name));
    return { won, drew, lost, rule: this.symbol(match.part("rule")) };
  }

  /** What only a seat sees. */
  hand(seat) {
    return this.untouched(() => {
      const { plan } = this;
      const zones = plan.zones.own.map(([name, first]) => [name, this.zone(first + seat + 1)]);
      const own = { you: seat, fields: this.fields(plan.own, seat + 1), zones: Object.fromEntries(zones) };
      if (!plan.between.length) return own;
      return { ...own, between: Array.from({ length: plan.seats }, (_, other) => this.betweenSeats(seat, other)) };
    });
  }

  /** What a seat is told of another one, by name; nothing of itself, and null where a value fails. */
  betweenSeats(seat, other) {
    if (seat === other) return {};
    return Object.fromEntries(this.plan.between.map(([name, slot]) => [name, this.workedOut(slot, seat, other + 1)]));
  }

  /** A value that the game works out for a seat, of an entity; null where it fails. */
  workedOut(slot, seat, entity) {
    const { call, machine, match } = this;
    try {
      return plain(machine.attempt(() => call.__indirect_function_table.get(slot)(match.address, BigInt(seat + 1), BigInt(entity))));
    } catch {
      return null;
    }
  }

  /** What the amounts of cards of a seat in a zone of this name are now: [card, values], null for one that is not told. */
  amounts(seat, zone, cards) {
    return this.untouched(() => cards.filter(({ id }) => this.amountsOf.has(id)).map((card) => [
      card, this.amountsOf.get(card.id).map(([slot, ...untold]) => (untold.includes(zone) ? null : this.workedOut(slot, seat, card.uuid))),
    ]));
  }

  /** What this gives, with the match as it was before it was asked. */
  untouched(find) {
    const { address } = this.match;
    const header = () => new Uint8Array(this.machine.view.buffer, address, this.plan.offsets.match.choice); // asking for values costs of its budget
    const [kept, stack] = [header().slice(), this.call.__stack_pointer.value];
    try {
      return find();
    } finally {
      header().set(kept);
      this.call.__stack_pointer.value = stack;
    }
  }

  zone(number) {
    const cards = this.match.zone(number).map((card) => this.card(card));
    return { count: cards.length, cards };
  }

  card(card) {
    const definition = Number(this.match.cell(card));
    const { id = null, kind = "" } = this.definitions.get(definition) ?? {};
    const told = { uuid: card, id, kind };
    for (const [name, type, index, modified] of this.plan.facts[kind] ?? []) {
      const printed = this.machine.printed(definition, index);
      told[name] = this.plainValue(type, modified ? this.modified(index, card, definition, printed) : printed);
    }
    Object.assign(told, this.fields(this.plan.cards[kind] ?? [], card));
    const borne = this.borneBy(card);
    if (borne.length) told.bears = borne.map((uuid) => this.effect(uuid, card));
    if (this.match.part("stripped").includes(card)) told.stripped = true;
    return told;
  }

  /** Fields of an entity as they stand, with what changes them. */
  fields(fields, entity) {
    return Object.fromEntries(fields.map(([name, type, base, index]) => {
      const value = plain(this.match.cell(base + entity));
      const now = index < 0 ? value : this.modified(index, entity, Number(this.match.cell(entity)), value);
      return [name, this.plainValue(type, now)];
    }));
  }

  /** A value with its modifiers; without, if one of them fails. */
  modified(index, entity, definition, base) {
    const { call } = this;
    const { address } = this.match;
    const property = BigInt(index);
    const key = (property + 1n) * ENTITY + BigInt(entity);
    const changed = call.is_changed(address, ~property) || call.is_changed(address, key) || call.has_own_modifiers(property, BigInt(definition));
    if (!changed) return base;
    try {
      return plain(call.modified_value(address, property, BigInt(entity), BigInt(base)));
    } catch {
      return base;
    }
  }

  // -- what cards bear

  borneBy(card) {
    const found = this.call.index_get(this.match.address + this.plan.offsets.match["index[BY_BEARER]"], BigInt(card));
    return found === NONE ? [] : this.machine.value(found, this.match.heapAt);
  }

  effect(uuid, card) {
    const { call, machine, plan } = this;
    const { address } = this.match;
    const trigger = call.trigger_of(address, BigInt(uuid));
    const at = trigger || call.modifier_of(address, BigInt(uuid));
    const definition = machine.int(at);
    const { Trigger, Modifier } = plan.structures;
    const origin = (until) => ({ from: this.seenCard(plain(machine.word(at + Trigger.source))), until }); // which stands there in both
    if (trigger) {
      const key = machine.word(at + Trigger.key);
      const place = key / ENTITY ? key / ENTITY - 1n : key;
      return { event: plan.events[Number(place / 2n)], ...origin(plan.triggers[definition][0]) };
    }
    const [property, mode, duration] = plan.modifiers[definition];
    return { property, mode, amount: this.amount(definition, machine.word(at + Modifier.captured), card), ...origin(duration) };
  }

  amount(definition, captured, card) {
    const { machine } = this;
    const { bytes, amount } = this.plan.structures.ModifierDef;
    const place = machine.int(machine.tableAt("modifier") + bytes * definition + amount);
    const registers = this.match.heapAt + WORD * Number(captured & 0x7fffffffn) + WORD;
    try {
      return plain(this.call.__indirect_function_table.get(place)(this.match.address, registers, BigInt(card)));
    } catch {
      return null;
    }
  }

  /** The id of a card that everybody sees now. */
  seenCard(card) {
    if (!this.match.isCard(card)) return null;
    const zone = Number(this.match.cell(card + 1));
    return zone === NOWHERE || this.openZones.has(zone) ? this.cardOf(card)?.id ?? null : null;
  }

  // -- what is asked, and what has happened

  /** A choice of `Match.choices` as its seat sees it. */
  choice({ seat, minimum, maximum, prompt, subject, options, preset, values, barred }) {
    const shown = {
      seat,
      prompt: this.words.get(prompt) ?? "",
      subject: subject || null,
      subjectId: this.cardOf(subject)?.id ?? null,
      minimum,
      maximum,
      default: preset,
      options: options.map((option) => this.option(...option)),
    };
    if (values.length) shown.values = values.map(([name, kind, value]) => this.argument(this.words.get(name), this.words.get(Math.floor(kind / 2)), value));
    const reasons = barred.map(([reason, ...option]) => ({ reason: this.words.get(reason), option: this.option(...option) }));
    return { shown, barred: reasons };
  }

  option(number, entity) {
    const [, sort, word] = /^([^_]*)_(.*)$/.exec(this.plan.options[number]);
    const kind = sort === "plain" ? "" : sort;
    const shown = { word, kind, entity: kind ? entity : null };
    if (kind === "symbol") shown.symbol = this.symbol(entity);
    else if (kind && kind !== "number") {
      const card = this.cardOf(entity);
      if (card) shown.id = card.id;
    }
    return shown;
  }

  /** A value that is told, written out. */
  argument(name, kind, value) {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.argument(name, ONE_OF[kind] ?? "entity", item));
      const kinds = new Set(items.map((item) => item.kind));
      return { name, kind: kinds.size === 1 ? SEVERAL[items[0].kind] : kind, value: items.map((item) => item.value) };
    }
    const number = value ?? 0;
    const card = ["card", "entity", "any"].includes(kind) ? this.keptCard(number) : null;
    let sort = kind;
    if (kind === "entity" || kind === "any") {
      const isPlayer = number >= 1 && number <= this.plan.players;
      sort = isPlayer ? "player" : card !== null || BigInt(number) === HIDDEN_CARD ? "card" : "number";
    }
    if (sort === "card") return { name, kind: sort, value: card };
    if (sort === "definition") return { name, kind: "card", value: this.symbol(number) };
    if (sort === "player") return { name, kind: sort, value: number ? number - 1 : null };
    if (sort === "symbol") return { name, kind: sort, value: this.symbol(number) };
    return { name, kind: "number", value: number };
  }

  /** The id of a card as a line keeps it, with its definition. */
  keptCard(value) {
    return this.definitions.get(Number(BigInt(value) / DEFINITION))?.id ?? null;
  }

  /** A row of the log as an entry: `message`, `args`, `seats` that may read it (null: all), `cause`, `by`, `cards`. */
  entry([note, players, cause, ...values]) {
    const { message, args } = this.notes.get(note);
    const cards = {};
    args.forEach(([name, kind], place) => {
      if (!MAYBE_CARDS.includes(kind)) return;
      const value = values[place];
      const found = Array.isArray(value) ? value.map((item) => (Array.isArray(item) ? 0 : numberOfCard(item))) : numberOfCard(value);
      if (Array.isArray(found) ? found.some(Boolean) : found) cards[name] = found;
    });
    return {
      message,
      args: args.map(([name, kind], place) => this.argument(name, kind, values[place])),
      seats: players === null ? null : players.map((player) => player - 1),
      cause: cause ? this.keptCard(cause) : null,
      by: numberOfCard(cause),
      cards,
    };
  }
}

/** The number of a card in a value of a line; 0 where that is none. */
function numberOfCard(value) {
  const kept = BigInt(value ?? 0);
  return kept >= DEFINITION ? Number(kept % DEFINITION) : 0;
}
