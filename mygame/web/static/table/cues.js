/**
 * What the board says about the question, beside what lies on it: which cards are ready, which one is in hand, at what it can be aimed,
 * and the key of each. It is put on what has been drawn, for the keys follow from where cards lie.
 *
 * Attributes of whatever has `data-uuid`: `data-choosable`, `data-ready`, `data-held`, `data-aim`, and `data-key` with the number one
 * types. Begin with `arrange` and `cue`.
 */

import { say } from "./words.js";

let arrangedIn = ""; // size of the window for which the order of the keys was found

/** The things of the board that can be clicked. */
const things = (root) => [...root.querySelectorAll(".board button[data-uuid]")];

/** Mark them as they stand now. */
export function cue(root, hands, view) {
  const own = owned(view);
  for (const thing of things(root)) mark(thing, hands, own);
}

/**
 * Find the order of the keys from where things lie on the board, once for a question and a window; whether it is another one now.
 * Called when the board has been drawn and the list of options has not, so that this is drawn once.
 */
export function arrange(root, hands) {
  if (!hands.question.prompt || !root.querySelector(".board") || !isNew(hands)) return false;
  return hands.arrange(placesOf(things(root)));
}

/** Keys stay as they are while a question stands, unless the window is another one. */
function isNew(hands) {
  const { question } = hands;
  const window = `${innerWidth}x${innerHeight}`;
  if (question.arranged && arrangedIn === window) return false;
  question.arranged = true;
  arrangedIn = window;
  return true;
}

function placesOf(all) {
  const places = new Map();
  for (const thing of all) {
    const box = thing.getBoundingClientRect();
    const uuid = Number(thing.dataset.uuid);
    if (box.width && !places.has(uuid)) places.set(uuid, box);
  }
  return (uuid) => places.get(uuid);
}

/** What is the reader's own: themselves, and the cards that they hold. */
function owned({ you, players }) {
  const mine = players.find(({ seat }) => seat === you);
  if (!mine) return new Set();
  return new Set([mine.uuid, ...Object.values(mine.zones).flatMap(({ cards }) => cards.map(({ uuid }) => uuid))]);
}

/** What a listener is told of a card that could act, or is in hand. */
function tell(thing, { ready, held, aim }, about, picked) {
  const told = held ? "held" : aim ? "aim" : ready ? "ready" : "";
  if (told) thing.setAttribute("aria-description", say(`board.${told}`));
  else if (about) thing.setAttribute("aria-description", say("board.choosable"));
  else thing.removeAttribute("aria-description");
  if (held || picked) thing.setAttribute("aria-pressed", "true");
  else thing.removeAttribute("aria-pressed");
}

function mark(thing, hands, own) {
  const uuid = Number(thing.dataset.uuid);
  const stance = hands.stance(uuid, own);
  const { choosable, ready, held, aim } = stance;
  tell(thing, stance, hands.choices.has(uuid), hands.picked.has(uuid));
  for (const [name, on] of Object.entries({ choosable, ready, held, aim })) thing.toggleAttribute(`data-${name}`, on);
  const options = hands.choices.get(uuid) ?? [];
  const key = choosable && options.length === 1 ? String(hands.keyOf(options[0].index)) : "";
  if (key) thing.dataset.key = key;
  else delete thing.dataset.key;
}
