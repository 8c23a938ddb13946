/**
 * Of what gestures are made: each move adds to a step what it shows. They only ever say what the page already shows: they take no
 * input, move nothing but by transforms and opacity, and what flies is a copy in a layer over the page, which no row cuts off.
 *
 * A move is given the step, who is who in it ({by, of, cards, who, amount}: places {box, element} and cards) and the scene: what lay
 * where before, what lies where now, and the faces and backs of cards (animate.js).
 */

const SVG = "http://www.w3.org/2000/svg";
const APART = 70; // ms between cards that go together
const FLIGHTS = 16; // cards that fly because of one change; more would be only a flicker
const NEAR = 3; // pixels that are not worth a movement
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const SHARDS = ["0 0, 55% 0, 40% 55%, 0 45%", "55% 0, 100% 0, 100% 60%, 40% 55%", "0 45%, 40% 55%, 50% 100%, 0 100%", "40% 55%, 100% 60%, 100% 100%, 50% 100%"];

const midOf = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
export const isFar = (one, other) => Math.abs(one.left - other.left) > NEAR || Math.abs(one.top - other.top) > NEAR;

/** How something that lies in the one box is moved so that it seems to lie in the other. */
function way(from, to) {
  const [[x1, y1], [x2, y2]] = [midOf(from), midOf(to)];
  return `translate(${x1 - x2}px, ${y1 - y2}px) scale(${to.width ? Math.min(3, Math.max(0.15, from.width / to.width)) : 1})`;
}

/** The layer over the page in which things fly. */
export class Layer {
  holds(uuid) {
    return Boolean(this.element?.querySelector(`[data-of="${uuid}"]`));
  }

  clear() {
    this.element?.replaceChildren();
  }

  put(node, { left, top, width, height }) {
    if (!this.element?.isConnected) {
      this.element = document.createElement("div");
      this.element.className = "animations";
      this.element.setAttribute("aria-hidden", "true");
      document.body.append(this.element);
    }
    Object.assign(node.style, { position: "absolute", left: `${left}px`, top: `${top}px` });
    if (width) Object.assign(node.style, { width: `${width}px`, height: `${height}px`, margin: 0 });
    this.element.append(node);
    return node;
  }
}

/** A copy of a card that nobody can choose or hear of. */
export function copyOf({ element, box }) {
  const copy = element.cloneNode(true);
  for (const name of ["data-uuid", "role", "aria-label", "title"]) copy.removeAttribute(name);
  copy.classList.add("flying");
  copy.style.setProperty("--w", `${box.width}px`);
  return copy;
}

/** What is shown at a time: see queue.js. `heard` is told when it begins. */
export class Step {
  constructor({ long, next, weight }, layer, heard = () => {}) {
    Object.assign(this, { usual: long, next, weight, layer, heard, acts: [], nodes: [], holds: [], movements: [] });
  }

  /** When the last of it is over. */
  get long() {
    return Math.max(0, ...this.acts.map(([, , { delay, duration }]) => delay + duration));
  }

  get isEmpty() {
    return !this.acts.length;
  }

  /** Something in the layer, until the step is over. */
  put(node, box) {
    this.nodes.push(this.layer.put(node, box));
    return node;
  }

  /** Something that cannot be seen before the step begins. */
  later(node, box) {
    node.style.opacity = 0;
    return this.put(node, box);
  }

  /** What lies on the page looks like this until the step moves it, or is over. */
  hold(element, look) {
    this.holds.push(element.animate([look, look], { duration: 1, fill: "both" }));
  }

  /** What lies on the page is not to be seen, for a copy of it flies. */
  hide(element) {
    this.hold(element, { opacity: 0 });
  }

  move(element, frames, { duration = this.usual, delay = 0, easing = EASE } = {}) {
    this.acts.push([element, frames, { duration, delay, easing, fill: "both" }]);
  }

  begin() {
    this.heard();
    this.movements = this.acts.map(([element, frames, timing]) => element.animate(frames, timing));
    return this.movements;
  }

  end() {
    for (const movement of [...this.movements, ...this.holds]) movement.cancel();
    for (const node of this.nodes) node.remove();
  }
}

// -- cards

/** Cards go where they lie now: from where they lay, from who plays them, to whoever has them. */
function fly(step, roles, scene, gesture) {
  let delay = 0;
  for (const card of roles.cards) {
    if (scene.done.has(card.uuid) || scene.flights >= FLIGHTS) continue;
    if (flight(step, card, roles, scene, gesture, delay)) [delay, scene.flights] = [delay + APART, scene.flights + 1];
    scene.done.add(card.uuid);
  }
}

function flight(step, { uuid, id }, { who }, scene, { from, to: target }, delay) {
  const [before, now] = [scene.before.cards.get(uuid), scene.now.cards.get(uuid)];
  const home = who === null ? null : scene.now.personOf(who);
  const pile = scene.pileOf(who);
  if (now) {
    const start = before?.box ?? scene.laid(uuid, "before") ?? (from === "pile" ? pile : null) ?? originOf(now, home);
    if (before && !isFar(start, now.box)) return false;
    if (scene.isFlying(uuid)) return false; // it lands where it lies now
    const copy = step.put(copyOf(now), now.box);
    copy.dataset.of = uuid;
    const first = { transform: start ? way(start, now.box) : "scale(0.8)", opacity: before ? 1 : 0 };
    Object.assign(copy.style, first);
    step.hide(now.element);
    step.move(copy, [first, { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1 }], { delay });
    return true;
  }
  if (before) return leave(step, uuid, before, scene.laid(uuid, "now") ?? (target === "pile" ? pile : null) ?? home, scene, delay);
  return id ? show(step, id, home, scene, delay) : false;
}

/** A card that nobody has seen yet comes from the mat of whose it is, if it does not lie on that. */
function originOf({ element, holder }, home) {
  return home && !element.closest(`.mat[data-seat="${holder}"]`) ? home : null;
}

/** A card that lies nowhere any more. */
function leave(step, uuid, before, goal, scene, delay) {
  const copy = scene.copyOfGone(uuid, step);
  const end = goal ? { transform: way(goal, before.box), opacity: 0 } : { transform: "scale(0.85)", opacity: 0 };
  step.move(copy, [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.6 }, end], { delay });
  return true;
}

/** A card that is seen nowhere before or behind, such as another player's spell: it is shown for a moment. */
function show(step, id, home, scene, delay) {
  const face = scene.faceOf(id);
  if (!face || !scene.now.box) return false;
  const size = scene.size();
  const box = scene.now.centre(size);
  const copy = step.later(copyOf({ element: face, box: size }), box);
  const start = { transform: home ? way(home, box) : "scale(0.7)", opacity: 0 };
  step.move(copy, [start, { transform: "none", opacity: 1, offset: 0.35 }, { transform: "none", opacity: 1, offset: 0.8 }, { transform: "scale(0.94)", opacity: 0 }], { duration: step.usual * 1.5, delay });
  scene.shown = box;
  return true;
}

/** Cards face down, from the pile to whoever draws them. */
function back(step, { drawn }, scene) {
  for (const { from, to, count } of drawn ?? []) {
    for (let index = 0; index < Math.min(count, 5); index += 1) {
      const width = scene.size().width * 0.55;
      const box = { left: to.left, top: to.top, width, height: width * 1.404 };
      const copy = step.later(copyOf({ element: scene.back(), box }), box);
      step.move(copy, [{ transform: way(from, box), opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1, offset: 0.9 }, { opacity: 0 }], { delay: index * APART });
    }
  }
}

/** Whoever attacks goes at whom, and back. */
function lunge(step, { by, of }, scene) {
  const [attacker, target] = [by[0], of[0]];
  if (!attacker || !target || attacker === target) return;
  if (!attacker.element.classList.contains("card")) return aim(step, { by, of }, scene);
  const copy = attacker.copy ?? step.put(copyOf(attacker), attacker.box);
  if (!attacker.copy) step.hide(attacker.element);
  const [[x1, y1], [x2, y2]] = [midOf(attacker.box), midOf(target.box)];
  const at = (share, more = "") => `translate(${(x2 - x1) * share}px, ${(y2 - y1) * share}px) ${more}`;
  step.move(copy, [{ transform: "none" }, { transform: at(-0.06, "scale(1.06)"), offset: 0.3, easing: "ease-in" }, { transform: at(0.66, "scale(1.06)"), offset: 0.55, easing: "ease-out" }, { transform: "none" }]);
}

function shake(step, { of, amount }) {
  const far = 3 + Math.min(9, Math.abs(amount));
  for (const { element, copy, box } of of) {
    const turned = Math.min(1.5, 200 / box.width); // degrees
    const frames = [0, -1, 0.8, -0.6, 0.4, -0.2, 0].map((each) => ({ transform: `translateX(${each * far}px) rotate(${each * turned}deg)` }));
    step.move(copy ?? element, frames, { duration: 420, easing: "linear" });
  }
}

/** Falls apart. */
function crumble(step, roles, scene) {
  for (const { uuid } of roles.cards) {
    const gone = scene.before.cards.get(uuid);
    if (!gone || scene.now.cards.has(uuid) || scene.done.has(uuid)) continue;
    scene.done.add(uuid);
    const copy = scene.copyOfGone(uuid, step);
    step.move(copy, [{ opacity: 1 }, { opacity: 0 }], { duration: 60 });
    SHARDS.forEach((shape, index) => {
      const shard = step.later(copyOf(gone), gone.box);
      shard.style.clipPath = `polygon(${shape})`;
      const [x, y] = [index % 2 ? 1 : -1, index < 2 ? -0.4 : 1];
      step.move(shard, [{ opacity: 1, transform: "none" }, { opacity: 1, transform: `translate(${x * 4}px, ${y * 4}px)`, offset: 0.25 }, { opacity: 0, transform: `translate(${x * 30}px, ${46 + y * 26}px) rotate(${x * 24}deg)` }], { easing: "ease-in" });
    });
  }
  if (step.isEmpty) fly(step, roles, scene, {}); // it lies among those that are out
  if (step.isEmpty) flash(step, roles, scene, { tone: "bad" });
}

/** The cards of a pile run through each other. */
function riffle(step, { who }, scene) {
  const box = who === null ? null : scene.pileOf(who) ?? scene.now.personOf(who);
  if (!box) return;
  const width = scene.size().width * 0.5;
  const lain = { left: box.left + (box.width - width) / 2, top: box.top, width, height: width * 1.404 };
  [-1, 0, 1].forEach((side, index) => {
    const copy = step.later(copyOf({ element: scene.back(), box: lain }), lain);
    const out = { transform: `translateX(${side * width * 0.6}px) rotate(${side * 10}deg)`, opacity: 1 };
    step.move(copy, [{ transform: "none", opacity: 0 }, { ...out, offset: 0.3 }, { transform: "none", opacity: 1, offset: 0.55 }, { ...out, offset: 0.75 }, { transform: "none", opacity: 0 }], { delay: index * 40 });
  });
}

// -- lights, numbers, arrows

function flash(step, { of }, scene, { tone }) {
  for (const { box, face = box } of of) {
    const light = document.createElement("span");
    light.className = `light ${tone}`;
    step.move(step.later(light, face), [{ opacity: 0.9 }, { opacity: 0 }], { easing: "ease-out", duration: 600 });
  }
}

/** What somebody or something has gained or lost, beside it: what it has now stays in sight. */
function number(step, { of, amount }, scene, { sign = Math.sign(amount) }) {
  if (!amount) return;
  const isLoss = amount < 0 || sign < 0;
  for (const place of of) {
    const told = document.createElement("b");
    told.className = `float ${isLoss ? "loss" : "gain"}`;
    told.textContent = `${isLoss ? "−" : "+"}${Math.abs(amount)}`;
    const [left, top] = clear(place, { width: 24 + told.textContent.length * 14, height: 34 }, scene);
    step.later(told, { left, top });
    const at = (y, scale) => `translate(-50%, ${-y}%) scale(${scale})`;
    step.move(told, [{ transform: at(0, 0.6), opacity: 0 }, { transform: at(0, 1.15), opacity: 1, offset: 0.15 }, { transform: at(10, 1), opacity: 1, offset: 0.7 }, { transform: at(RISES, 1), opacity: 0 }], { easing: "ease-out" });
  }
}

const RISES = 30; // by how much of its height an amount rises

/** Where an amount covers nothing that is counted: over the picture of a card, above, below, to the right, to the left. */
function clear({ element, box, seat }, { width, height }, scene) {
  const [x, y] = midOf(box);
  const rise = (height * RISES) / 100;
  const spots = [
    ...(box.height > 3.2 * height ? [[x, box.top + rise + 6]] : []),
    [x, box.top - height - 2], [x, box.top + box.height + rise + 2], [box.left + box.width + width / 2 + 2, y - height / 2], [box.left - width / 2 - 2, y - height / 2],
  ].filter(([left, top]) => left > width / 2 && left < innerWidth - width / 2 && top > rise && top < innerHeight - height);
  const own = seat === undefined ? [...element.querySelectorAll(".gauge, .number")].map((each) => each.getBoundingClientRect()) : [box];
  const all = [...own, ...[...scene.now.chips.values()].map((chip) => chip.box)];
  const isFree = ([left, top], boxes) => !boxes.some((each) => left + width / 2 > each.left && left - width / 2 < each.left + each.width && top + height > each.top && top - rise < each.top + each.height);
  return spots.find((spot) => isFree(spot, all)) ?? spots.find((spot) => isFree(spot, own)) ?? [x, box.top - height - 2];
}

/** An arrow from whoever acts, or from the card that is shown, to each at whom it is aimed. */
function aim(step, { by, of, cards }, scene) {
  const own = cards?.map(({ uuid }) => scene.now.cards.get(uuid)?.box).find(Boolean);
  const from = own ?? scene.shown ?? by[0]?.box;
  const hue = by[0]?.element.style.getPropertyValue("--hue"); // of a player, on the mat
  for (const { box } of from ? of : []) {
    const [[x1, y1], [x2, y2]] = [midOf(from), midOf(box)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 20) continue;
    const drawn = document.createElementNS(SVG, "svg");
    drawn.classList.add("aim");
    drawn.append(line(`M0 0Q${length / 2} ${-length / 7} ${length - 12} -4`), line(`M${length} 0l-17-9 3 9-4 9z`, "head"));
    if (hue && by[0].seat !== undefined) drawn.style.setProperty("--aim", `oklch(0.58 0.2 ${hue})`);
    drawn.style.transform = `rotate(${Math.atan2(y2 - y1, x2 - x1)}rad)`;
    step.move(step.later(drawn, { left: x1, top: y1 }), [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { easing: "ease-out", delay: cards?.length ? step.usual * 0.3 : 0, duration: 800 });
  }
}

function line(d, className = "shaft") {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", d);
  element.setAttribute("class", className);
  return element;
}

/** What begins, in the words of the account, over the board for a moment. */
function banner(step, { text }, scene) {
  const { box } = scene.now;
  if (!box || !text) return;
  const told = document.createElement("p");
  told.className = "banner";
  told.textContent = text;
  step.later(told, { left: box.left + box.width / 2, top: box.top + Math.min(box.height, innerHeight) * 0.3 });
  step.move(told, [{ opacity: 0, transform: "translate(-50%, 20%) scale(0.96)" }, { opacity: 1, transform: "translate(-50%, 0)", offset: 0.2 }, { opacity: 1, transform: "translate(-50%, 0)", offset: 0.8 }, { opacity: 0, transform: "translate(-50%, -20%)" }]);
}

// -- tracks

/** Pawns go along their track cell by cell, on or back. */
function walk(step, { pawns }) {
  for (const { element, from, to, way: cells, place } of pawns) {
    const ahead = Math.sign(to - from);
    const stops = [];
    for (let at = from; at !== to + ahead; at += ahead) stops.push(cells[at]);
    const frames = stops.filter(Boolean).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
    frames.splice(0, 1, { transform: place, easing: "ease-in-out" });
    frames.splice(-1, 1, { transform: element.style.transform });
    step.hold(element, { transform: place });
    step.move(element, frames, { duration: Math.min(160 * stops.length + 120, 1400), easing: "linear" });
  }
}

/** The works of a track turn: on with each round, back as time does. */
function turn(step, roles, { now }, { turns }) {
  for (const dial of now.tracks.flatMap((track) => [...track.querySelectorAll("[data-turns]")])) {
    const degrees = turns * Number(dial.dataset.turns) * 360;
    const seen = dial.dataset.seen === "turning" ? [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }] : [];
    if (seen.length) step.move(dial, seen, { easing: "linear" });
    step.move(dial, [{ transform: `rotate(${-degrees}deg)` }, { transform: "rotate(0deg)" }], { easing: "cubic-bezier(0.5, 0, 0.2, 1)" });
  }
}

export const MOVES = { fly, back, lunge, shake, crumble, riffle, flash, number, aim, banner, walk, turn };
