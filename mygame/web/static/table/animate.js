/**
 * What has happened, as gestures: each line of the account is shown by what is made of its data (who, what, to whom, how much), and
 * whatever else has changed on the board beside. What is shown for which lines is data (gestures.js, and `table.gestures` of a
 * pack's board), what a gesture is made of stands in moves.js, and queue.js shows one behind the other.
 *
 * `before()` is called before the page is drawn anew, `after(store, ctx)` when it has been; so the page itself is always as the match
 * stands, and what moves over it may be ended at any time. Begin with `after`.
 */
import { render } from "../vendor/lit-html/lit-html.js";
import { cardBack, cardFace } from "./card.js";
import { GESTURES, gestureOf } from "./gestures.js";
import { copyOf, isFar, Layer, MOVES, Step } from "./moves.js";
import { Queue } from "./queue.js";
import { entityOf } from "./rows.js";
import { Sight } from "./sight.js";

const LINES = 24; // of the account that are shown at a time
const MOST = 14; // gestures of them
const LIT = 8; // changes beside them
const CARD = 104; // pixels, where no card lies on the board

export class Animator {
  /** `speed()` is 0 where nothing is to move, 1 as usual; `heard(sound, amount)` is told what gestures sound like. */
  constructor(root, speed, { heard = () => {}, behind } = {}) {
    Object.assign(this, { root, speed, heard, seen: null, view: null, match: null, told: -1, layer: new Layer() });
    this.queue = new Queue(speed, () => this.layer.clear(), behind);
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => this.queue.finish(), true);
    document.addEventListener("visibilitychange", () => this.queue.finish());
    addEventListener("resize", () => this.queue.finish());
  }

  get moves() {
    return this.speed() > 0 && !document.hidden;
  }

  /** The page is about to change. Where the match is as before, nothing moves. */
  before(changes = true) {
    this.seen = this.moves && changes ? new Sight(this.root) : null;
  }

  /** The page has changed. */
  after(store, ctx) {
    const { seen, view } = this;
    const lines = this.fresh(store);
    Object.assign(this, { seen: null, view: ctx?.view ?? null });
    if (!ctx) this.queue.finish();
    if (!seen?.board || !view || !ctx) return;
    const scene = new Scene(seen, new Sight(this.root), view, ctx, this.layer);
    if (!scene.now.board) return;
    this.queue.add([...this.steps(lines, scene)].filter((step) => !step.isEmpty || step.end()));
    if (this.queue.isIdle) this.layer.clear();
  }

  /** The lines of the account that are new since the last time; none where all of it is. */
  fresh({ log = [], table } = {}) {
    const last = log.at(-1)?.number ?? -1;
    const isFirst = this.told < 0 || last < this.told || this.match !== table?.table;
    const lines = isFirst ? [] : log.filter(({ number }) => number > this.told);
    Object.assign(this, { told: last, match: table?.table });
    return lines.slice(-LINES);
  }

  /** What is shown: what has moved without a word, then the lines, then what has changed beside. */
  *steps(lines, scene) {
    const shown = lines.map((line) => [line, gestureOf(line, scene.ctx.book.board?.table)]).filter(([, { moves }]) => moves.length);
    while (shown.length > MOST) shown.splice(least(shown), 1);
    const named = new Set(shown.flatMap(([line]) => cardsOf(line).map(({ uuid }) => uuid)));
    const moved = [...scene.now.cards].filter(([uuid, { box }]) => !named.has(uuid) && (!scene.before.cards.has(uuid) || isFar(scene.before.cards.get(uuid).box, box)));
    yield* this.quietly("move", scene, { cards: moved.map(([uuid, { holder }]) => ({ uuid, holder })) });
    const drawn = scene.drawn();
    if (drawn.length) yield this.step("draw", { cards: [], by: [], of: [], who: null, drawn, amount: 0 }, scene);
    const begun = shown.map(([line, gesture]) => [gesture, scene.rolesOf(line, gesture)]);
    for (const [gesture, roles] of begun) yield this.made(gesture, roles, scene);
    yield* this.beside(scene);
  }

  /** What no line has told. */
  *beside(scene) {
    const { before, now } = scene;
    const pawns = scene.pawnsOf(null);
    if (pawns.length) yield this.step(pawns.every(({ from, to }) => to < from) ? "turnBack" : "step", { of: [], by: [], cards: [], who: null, amount: 0, pawns }, scene);
    for (const [uuid, card] of now.cards) {
      const had = before.cards.get(uuid)?.points ?? null;
      if (had === null || card.points === null || had === card.points || scene.counted.has(uuid)) continue;
      const amount = card.points - had;
      yield this.step(amount < 0 ? "hit" : "heal", { of: [card], by: [], cards: [], who: null, amount: Math.abs(amount) }, scene);
    }
    const changed = [...now.chips].filter(([name, { text }]) => text && before.chips.has(name) && before.chips.get(name).text !== text);
    const of = changed.filter(([name]) => !scene.counted.has(name)).slice(0, LIT).map(([, chip]) => chip);
    if (of.length) yield this.made({ ...GESTURES.change, sound: "" }, { of, by: [], cards: [], who: null, amount: 0 }, scene);
    const gone = [...before.cards.keys()].filter((uuid) => !now.cards.has(uuid) && !scene.done.has(uuid));
    yield* this.quietly("discard", scene, { cards: gone.map((uuid) => ({ uuid })) });
  }

  /** Cards that go without a word, all at once. */
  *quietly(name, scene, { cards }) {
    const step = new Step(GESTURES[name], this.layer);
    for (const card of cards.slice(0, LINES)) MOVES.fly(step, { cards: [card], who: card.holder ?? null, by: [], of: [], amount: 0 }, scene, GESTURES[name]);
    yield step;
  }

  step = (name, roles, scene) => this.made(GESTURES[name], roles, scene);

  made(gesture, roles, scene) {
    const step = new Step(gesture, this.layer, () => this.heard(gesture.sound, roles.amount));
    for (const move of gesture.moves) MOVES[move](step, roles, scene, gesture);
    return step;
  }
}

/** What lay on the board and what lies there now, and whom lines are about. */
class Scene {
  constructor(before, now, view, ctx, layer) {
    Object.assign(this, { before, now, ctx, layer, done: new Set(), counted: new Set(), copies: new Map(), flights: 0 });
    this.views = { before: view, now: ctx.view };
    this.hidden = changes(hiddenCounts(view), hiddenCounts(ctx.view));
  }

  /** Where a card lies or lay that is not shown itself: what tells how many there are in its zone. */
  laid(uuid, when) {
    const card = entityOf(uuid, this.views[when]);
    return card?.zone && Number.isInteger(card.holder) ? this.now.zoneOf(card.holder, card.zone) : undefined;
  }

  /** From where cards come that nobody has seen: the zone that has fewer of them now, of the player or of all. */
  pileOf(seat) {
    const fewer = this.hidden.filter((each) => each.count < 0 && (each.seat === seat || each.seat === ""));
    const places = fewer.map(({ zone }) => seat !== null && this.now.zoneOf(seat, zone)).filter(Boolean);
    return places[0] ?? (seat === null ? undefined : this.now.pileOf(seat));
  }

  /** Cards face down that others have got: from where to where, and how many. */
  drawn() {
    const more = this.hidden.filter(({ seat, count }) => count > 0 && seat !== "" && seat !== this.ctx.view.you);
    return more.map(({ seat, zone, count }) => ({ count, from: this.pileOf(seat), to: this.now.zoneOf(seat, zone) })).filter(({ from, to }) => from && to && isFar(from, to));
  }

  isFlying = (uuid) => this.layer.holds(uuid);

  /** The copy of a card that is there no more: one, wherever it is shown; the last step that moves it takes it away. */
  copyOfGone(uuid, step) {
    const gone = this.before.cards.get(uuid);
    if (!this.copies.has(uuid)) this.copies.set(uuid, this.layer.put(copyOf(gone), gone.box));
    const copy = this.copies.get(uuid);
    step.nodes.push(copy);
    return copy;
  }

  size() {
    const widths = [...this.now.cards.values()].map(({ box }) => box.width);
    const width = Math.max(0, ...widths) || CARD;
    return { width, height: width * 1.404 };
  }

  faceOf(id) {
    return this.ctx.book.cards[id] ? made(cardFace({ id }, this.ctx)) : null;
  }

  back() {
    return made(cardBack(this.ctx, { size: "small" }));
  }

  /** Who is who in a line. */
  rolesOf(line, gesture) {
    const cards = cardsOf(line);
    const who = seatOf(line);
    const amount = gesture.amount.map((name) => argument(line, name)?.value).find(Number.isInteger) ?? 0;
    const find = (names = []) => names.map((name) => this.placesOf(line, name)).find((places) => places.length) ?? [];
    const roles = { text: line.text, cards, who, amount, by: find(gesture.by), of: find(gesture.of) };
    if (gesture.moves.includes("number")) roles.of = roles.of.map((place) => this.numberOf(place, amount));
    if (gesture.moves.includes("walk")) roles.pawns = this.pawnsOf(seatOf(line, gesture.of));
    return roles;
  }

  /** Where those are whom an argument names; `cause`, `card` and `who` also by what they are. */
  placesOf(line, name) {
    if (name === "cause") return this.cardPlaces([line.cause?.entity ?? 0]);
    const found = argument(line, name) ?? ALSO[name]?.(line);
    if (!found) return [];
    if (found.kind.startsWith("player")) return [found.value].flat().map((seat) => this.mat(seat)).filter(Boolean);
    return this.cardPlaces([found.entity ?? 0].flat());
  }

  cardPlaces(uuids) {
    return uuids.map((uuid) => {
      const card = this.now.cards.get(uuid);
      if (card) return { ...card, uuid };
      const gone = this.before.cards.get(uuid);
      return gone && { ...gone, uuid, copy: this.copies.get(uuid) ?? this.copyOfGone(uuid, { nodes: [] }) };
    }).filter(Boolean);
  }

  mat(seat) {
    const mat = this.now.mats.get(seat);
    return mat && { ...mat, seat, face: this.now.personOf(seat) }; // what lights up is the name
  }

  /** Where an amount stands: on the mat of a player at what has changed by so much. */
  numberOf(place, amount) {
    if (place.uuid) this.counted.add(place.uuid);
    if (place.seat === undefined) return place;
    const number = (text) => parseInt(text, 10);
    for (const [name, chip] of this.now.chips) {
      if (chip.seat !== place.seat || this.counted.has(name) || !this.before.chips.has(name)) continue;
      if (Math.abs(number(chip.text) - number(this.before.chips.get(name).text)) !== Math.abs(amount)) continue;
      this.counted.add(name);
      return { ...chip, element: place.element }; // the mat is shaken, the number lights up
    }
    return place;
  }

  /** The pawns that have gone elsewhere, of a player or of all; each once. */
  pawnsOf(seat) {
    const found = [];
    for (const [name, pawn] of this.now.pawns) {
      const before = this.before.pawns.get(name);
      if (!before || before.at === pawn.at || this.counted.has(pawn.element) || (seat !== null && pawn.seat !== seat)) continue;
      this.counted.add(pawn.element);
      found.push({ ...pawn, from: before.at, to: pawn.at, place: before.place });
    }
    return found;
  }
}

// -- lines

/** Which line would be missed least, the oldest of those. */
function least(shown) {
  const weights = shown.map(([, { weight }]) => weight);
  return weights.indexOf(Math.min(...weights));
}

const argument = ({ args }, name) => args.find((each) => each.name === name);
const ALSO = {
  card: ({ args }) => args.find(({ entity }) => entity),
  who: ({ args }) => args.find(({ kind }) => kind === "player"),
};

/** The cards that a line names. */
function cardsOf({ args }) {
  return args.filter(({ entity, name }) => entity && !/^(?:target|targets|on|to)$/.test(name)).flatMap(({ entity, value }) => {
    const ids = [value].flat();
    return [entity].flat().map((uuid, index) => ({ uuid, id: ids[index] })).filter(({ uuid }) => uuid);
  });
}

/** The seat of whoever a line is about. */
function seatOf(line, names = ["who"]) {
  const found = [...names, "who"].map((name) => argument(line, name)).find((each) => each?.kind === "player") ?? ALSO.who(line);
  return found?.value ?? null;
}

// -- cards face down

/** How many cards nobody sees lie in each zone, by seat and name; those of all have the seat "". */
function hiddenCounts({ zones, players }) {
  const all = [{ seat: "", zones }, ...players];
  return new Map(all.flatMap((each) => Object.entries(each.zones).map(([zone, { count, cards }]) => [`${each.seat} ${zone}`, { seat: each.seat, zone, count: count - cards.length }])));
}

const changes = (before, now) => [...now].map(([name, each]) => ({ ...each, count: each.count - (before.get(name)?.count ?? each.count) })).filter(({ count }) => count);

function made(template) {
  const holder = document.createElement("div");
  render(template, holder);
  return holder.firstElementChild;
}
