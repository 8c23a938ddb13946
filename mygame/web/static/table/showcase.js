/**
 * Some steps of a match that play by themselves, again and again: the picture of the game on the first page, which holds this page in
 * a frame (`site/home.js`) and asks it to play or to stand still. Nothing here can be clicked. Begin with `go`.
 */

import { html, render } from "../vendor/lit-html/lit-html.js";
import { Animator } from "./animate.js";
import { playArea } from "./board.js";
import { patched } from "./patch.js";
import { Store } from "./store.js";
import { page } from "./words.js";

const PACE = 1300; // ms for a step
const REST = 4; // steps that the last one stays
const root = document.getElementById("showcase");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const store = new Store();
const animator = new Animator(root, () => (plays && !calm.matches ? 1 : 0));
const shown = { detail: null, zone: null };
const hands = { choices: new Map(), picked: new Set(), act() {}, look() {}, unlook() {}, open() {} };
let told = null;
let book = null;
let notes = {};
let at = -1;
let plays = false;
let rests = 0;

async function json(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}

/** Show a step: the next one, or the first one anew. */
function go(index) {
  const { steps, match, eyes, names, game } = told;
  at = index;
  const step = steps[at];
  const since = Array.isArray(step.public) ? step.number - 1 : null;
  notes = Array.isArray(step.told) ? patched(notes, step.told) : step.told;
  const about = { version: 3, table: match, number: step.number, since };
  store.hear("chrono_table", { ...about, pack: game, names, you: eyes, public: step.public, told: notes, clock: null, watchers: 0 });
  store.hear("chrono_hand", { ...about, private: step.private, told: {} });
  const first = store.log.length ? store.log.at(-1).number + 1 : 0;
  const lines = step.lines.filter(({ number }) => !at || number >= first);
  if (lines.length) store.hear("chrono_log", { start: lines[0].number, lines });
  draw();
}

function draw() {
  const ctx = { view: store.view(), book, told: notes, names: told.names, clock: null, does: {}, language: page.language };
  animator.before(true);
  render(html`${playArea(ctx, hands, shown)}`, root);
  animator.after(store, ctx);
}

function step() {
  if (!plays || document.hidden) return;
  if (at < told.steps.length - 1) return go(at + 1);
  rests += 1;
  if (rests > REST) [rests, store.log] = [0, []];
  if (!rests) go(0);
}

/** What the first page says: play, or stand still. */
addEventListener("message", ({ source, data }) => {
  if (source === parent && typeof data?.plays === "boolean") plays = data.plays;
});

async function begin() {
  told = await json(page.showcase);
  book = await json(told.book);
  go(0);
  setInterval(step, PACE);
  const { address, players, game } = told;
  parent.postMessage({ showcase: { address, players, game: game.name } }, location.origin);
}

begin().catch(() => {}); // nothing to show: the first page keeps what it shows meanwhile
