/**
 * Small movements that tell who did what to whom: cards glide from place to place, or come from whom they are of; numbers float up
 * where a card has gained or lost, and light up where a player has; what is gone fades; an arrow goes from a card to its target.
 * They only ever say what the page already shows, take no input and hold nothing up: only transforms and opacity move, which the
 * browser does beside the page. Where `enabled()` says that they are not wanted the page is the same without them.
 *
 * `before()` is called before the page is drawn anew, `after(store)` when it has been. Cards are known by `data-uuid`, what they
 * have left by `data-points`, whose they are by `data-holder` (card.js), players by `data-seat` (board.js). The browser lays the page
 * out anew whenever it is asked for places after a change, so each of both asks for all places first, and then changes.
 */

const GLIDE = { duration: 380, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const COME = { duration: 260, easing: "ease-out" };
const GO = { duration: 420, easing: "ease-in", fill: "forwards" };
const FLOAT = { duration: 1300, easing: "ease-out", fill: "forwards" };
const FLASH = { duration: 700, easing: "ease-out", fill: "forwards" };
const ARROW = { duration: 900, easing: "ease-out", fill: "forwards" };
const MOST = { glide: 8, come: 6, gone: 4, lit: 8, arrows: 3, lines: 12 }; // of what is shown at a time; more would only be noise, and late
const NEAR = 3; // pixels that are not worth a movement
const SVG = "http://www.w3.org/2000/svg";

const isFar = (one, other) => Math.abs(one.left - other.left) > NEAR || Math.abs(one.top - other.top) > NEAR;

export class Animator {
  constructor(root, enabled) {
    this.root = root;
    this.enabled = enabled;
    this.cards = null; // as they lay before: uuid -> {box, points, element}
    this.fields = null; // what players had before: seat and name of the field -> text
    this.mats = new Map(); // where mats are now: seat -> {element, box}
    this.told = -1; // the number of the last line of the log that was shown
    this.moving = new Map(); // the movements of what lies on the board, and of what they are
    this.layer = null;
  }

  /** What the page shows now; the page is about to change. Where the match is as before, nothing moves. */
  before(changes = true) {
    this.root.dataset.motion = this.enabled() ? "on" : "off"; // for what style sheets move
    this.cards = this.enabled() && changes ? this.seen() : null;
    if (!changes) return;
    this.fields = this.cards && new Map([...this.chips()].map(([name, { textContent }]) => [name, textContent]));
    for (const movement of this.moving.keys()) this.rest(movement);
  }

  /** The page has changed. */
  after(store) {
    const { cards: before, fields } = this;
    this.cards = this.fields = null;
    const lines = this.fresh(store);
    if (!before?.size) return;
    const now = this.seen();
    this.mats = this.places();
    const gone = [...before].filter(([uuid]) => !now.has(uuid)).map(([, card]) => card);
    const hit = [...now].filter(([uuid, { points }]) => before.has(uuid) && before.get(uuid).points !== points);
    // Of several cards of a name the one is meant to which something has happened.
    const cards = [...gone, ...hit.map(([, card]) => card), ...now.values()];
    const arrows = lines.flatMap((line) => this.aimed(line, cards)).slice(-MOST.arrows);
    const changed = [...this.chips()].filter(([name, chip]) => fields.has(name) && fields.get(name) !== chip.textContent);
    const lit = changed.slice(0, MOST.lit).map(([, chip]) => chip.getBoundingClientRect());
    this.shift(before, now);
    if (now.size && gone.length <= MOST.gone) gone.forEach((card) => this.fade(card));
    lit.forEach((box) => this.light(box));
    for (const [from, to] of arrows) this.point(from, to);
  }

  /** What cards do that lie on the board now. */
  shift(before, now) {
    const stayed = [...now].filter(([uuid]) => before.has(uuid)).map(([uuid, card]) => [card, before.get(uuid)]);
    const come = [...now].filter(([uuid]) => !before.has(uuid)).map(([, card]) => card);
    const moved = stayed.filter(([{ box }, { box: left }]) => isFar(box, left));
    if (moved.length <= MOST.glide) moved.forEach(([card, left]) => this.glide(card, left));
    if (come.length <= MOST.come) come.forEach((card) => this.come(card));
    for (const [card, left] of stayed) this.score(card, left);
  }

  /** The cards of the board. */
  seen() {
    const cards = new Map();
    for (const element of this.root.querySelectorAll(".board .card[data-uuid]")) {
      const { uuid, points } = element.dataset;
      const box = element.getBoundingClientRect();
      cards.set(uuid, { element, box, points: points === undefined ? null : Number(points) });
    }
    return cards;
  }

  /** Where the mats of players are, by seat. */
  places() {
    const mats = [...this.root.querySelectorAll(".board .mat")];
    return new Map(mats.map((element) => [element.dataset.seat, { element, box: element.getBoundingClientRect() }]));
  }

  /** What is told of players on their mats: seat and name -> the element that tells it. */
  *chips() {
    for (const mat of this.root.querySelectorAll(".board .mat")) {
      for (const name of mat.querySelectorAll(".chip > dt")) yield [`${mat.dataset.seat} ${name.textContent}`, name.nextElementSibling];
    }
  }

  /** The lines of the log that are new since the last time; none where all of it is. */
  fresh({ log = [] } = {}) {
    const last = log.at(-1)?.number ?? -1;
    const isFirst = this.told < 0 || last < this.told;
    const lines = isFirst ? [] : log.filter(({ number }) => number > this.told);
    this.told = last;
    return lines.slice(-MOST.lines);
  }

  // -- cards

  glide({ element, box }, { box: left }) {
    const [x, y] = [left.left - box.left + (left.width - box.width) / 2, left.top - box.top + (left.height - box.height) / 2];
    const scale = box.width ? left.width / box.width : 1;
    this.move(element, [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, {}], GLIDE);
  }

  /** What a card has gained or lost. */
  score({ box, points }, before) {
    if (points === null || before.points === null || points === before.points) return;
    this.float(points - before.points, box);
    if (points < before.points) this.light(box, "hit");
  }

  /** A card that was not there comes from the mat of whom it is of, if it does not lie on that. */
  come({ element, box }) {
    const mat = this.mats.get(element.dataset.holder);
    const home = mat && !mat.element.contains(element) && mat.box;
    const way = home ? `translate(${home.left - box.left}px, ${home.top - box.top}px) ` : "";
    this.move(element, [{ opacity: 0, transform: `${way}scale(0.8)` }, {}], home ? GLIDE : COME);
  }

  move(element, frames, timing) {
    const movement = element.animate(frames, timing);
    this.moving.set(movement, element);
    element.dataset.moves = "";
    movement.onfinish = () => this.rest(movement);
  }

  rest(movement) {
    delete this.moving.get(movement).dataset.moves;
    this.moving.delete(movement);
    movement.cancel();
  }

  /** A copy of a card that is there no more, as it goes. */
  fade({ element, box }) {
    const copy = element.cloneNode(true);
    for (const name of ["data-uuid", "role", "aria-label"]) copy.removeAttribute(name);
    Object.assign(copy.style, { left: `${box.left}px`, margin: "0", position: "absolute", top: `${box.top}px` });
    this.pass(copy, [{ opacity: 0.9 }, { opacity: 0, transform: "scale(0.8)" }], GO);
  }

  /** A place that lights up. */
  light({ left, top, width, height }, kind = "changed") {
    const light = document.createElement("span");
    light.className = `light ${kind}`;
    Object.assign(light.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.pass(light, [{ opacity: 0.8 }, { opacity: 0 }], FLASH);
  }

  float(amount, box) {
    const told = document.createElement("b");
    told.className = `float ${amount < 0 ? "loss" : "gain"}`;
    told.textContent = amount < 0 ? `−${-amount}` : `+${amount}`;
    Object.assign(told.style, { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height * 0.35}px` });
    const [low, high] = ["translate(-50%, 0) scale(1.25)", "translate(-50%, -44px)"];
    this.pass(told, [{ transform: low }, { opacity: 1, offset: 0.6 }, { opacity: 0, transform: high }], FLOAT);
  }

  // -- arrows

  /** From where to where a line of the log goes: of a card or somebody, at a target. Places are boxes on the page. */
  aimed({ args }, cards) {
    const given = Object.fromEntries(args.map((arg) => [arg.name, arg.value]));
    const to = this.boxOf(given.target, cards);
    const from = this.boxOf(given.card, cards) ?? this.boxOf(given.who, cards);
    return from && to && from !== to ? [[from, to]] : [];
  }

  /** Where a card lies or has lain, by its id; where the mat of a player is, by the seat. */
  boxOf(value, cards) {
    const [one] = [value].flat();
    if (Number.isInteger(one)) return this.mats.get(String(one))?.box;
    return typeof one === "string" ? cards.find(({ element }) => element.dataset.id === one)?.box : undefined;
  }

  point(from, to) {
    const [[x1, y1], [x2, y2]] = [from, to].map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 20) return;
    const drawn = document.createElementNS(SVG, "svg");
    drawn.classList.add("aim");
    drawn.append(line(`M0 0Q${length / 2} ${-length / 7} ${length - 12} -4`), line(`M${length} 0l-17-9 3 9-4 9z`, "head"));
    Object.assign(drawn.style, { left: `${x1}px`, top: `${y1}px`, transform: `rotate(${Math.atan2(y2 - y1, x2 - x1)}rad)` });
    this.pass(drawn, [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], ARROW);
  }

  // -- what is drawn over the page, and goes by itself

  pass(element, frames, timing) {
    if (!this.layer?.isConnected) {
      this.layer = document.createElement("div");
      this.layer.className = "animations";
      this.layer.setAttribute("aria-hidden", "true");
      document.body.append(this.layer);
    }
    this.layer.append(element);
    const done = () => element.remove();
    element.animate(frames, timing).finished.then(done, done);
  }
}

function line(d, className = "shaft") {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", d);
  element.setAttribute("class", className);
  return element;
}
