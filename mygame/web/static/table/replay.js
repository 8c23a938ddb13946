/**
 * A match that is over, step by step: its steps come as data (`/matches/<n>/steps.json`), go into a
 * `Store` as if the game told them, and are drawn like a match that is played. Begin with `go`.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Animator } from "./animate.js";
import { playArea } from "./board.js";
import { chart } from "./curve.js";
import { followWindow } from "./layout.js";
import { followEnds, logPanel } from "./log.js";
import { patched } from "./patch.js";
import { entityOf } from "./rows.js";
import { storyPanel } from "./retold.js";
import { Settings } from "./settings.js";
import { passOn } from "./share.js";
import { Sounds } from "./sound.js";
import { Store } from "./store.js";
import { lookOnFocus } from "./large.js";
import { listenTo } from "./touch.js";
import { page, say } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1400; // ms for a step at speed 1
const LINES = 200; // of the log that are kept to be read
const SETTLED = 300; // ms after which the address names the step that one has come to

const root = document.getElementById("replay");
const below = document.getElementById("story");
const asked = new URLSearchParams(location.search);
const store = new Store();
const { ending, small } = page.replay; // small: framed by a page of somebody else
const settings = new Settings();
const sounds = new Sounds(() => (small ? 0 : settings.loud));
const animator = new Animator(root, () => (settings.speed && shown.glides ? Math.max(1, shown.speed) : 0), {
  heard: (sound, amount) => sounds.play(sound, amount),
  behind: () => PACE / shown.speed,
});
const shown = { detail: null, zone: null, failed: "", speed: 1, glides: false, timer: 0, copied: "" };
let told = null; // {rounds, steps} with these eyes
let book = null;
let eyes = /^(all|none|\d)$/.test(asked.get("seat") ?? "") ? asked.get("seat") : page.replay.eyes;
let at = -1;
let notes = {}; // what the texts of cards are at that step

/** What a reader can do with what lies on the table here: look at it. */
const hands = {
  choices: new Map(),
  picked: new Set(),
  act: (uuid) => hands.look(uuid),
  look(uuid) {
    const view = store.view();
    shown.detail = uuid && view ? entityOf(uuid, view) : null;
    draw();
  },
  unlook: () => shown.detail && hands.look(null),
  open(zone) {
    shown.zone = zone;
    draw();
  },
};

// -- the steps

async function load() {
  told = null;
  draw();
  try {
    const [steps, words] = await Promise.all([
      json(`${page.replay.steps}?seat=${eyes}&language=${page.language}`),
      book ?? json(page.replay.book),
    ]);
    book = words;
    told = steps;
    const step = at < 0 ? Number(asked.get("step")) || 0 : at;
    at = -1;
    go(step);
  } catch (error) {
    shown.failed = error.message || say("replay.failed");
    draw();
  }
}

async function json(address) {
  const answer = await fetch(address);
  if (answer.ok) return answer.json();
  const said = await answer.json().catch(() => ({}));
  throw new Error(said.error ?? "");
}

/** Show a step; what is not a difference begins anew, so only the steps since then are looked at. */
function go(number, glides = false) {
  if (!told) return;
  const { steps } = told;
  const wanted = Math.max(0, Math.min(steps.length - 1, number));
  const whole = steps.findLastIndex((step, index) => index <= wanted && !Array.isArray(step.public));
  const first = at >= whole && at <= wanted ? at + 1 : whole;
  for (let index = first; index <= wanted; index += 1) hear(steps[index]);
  const lines = steps.slice(0, wanted + 1).flatMap((step) => step.lines);
  store.hear("chrono_log", { start: 0, lines: lines.slice(-LINES) });
  shown.glides = glides && wanted === at + 1;
  at = wanted;
  if (at === steps.length - 1) pause();
  shown.copied = "";
  clearTimeout(naming);
  naming = setTimeout(name, SETTLED);
  draw();
}

let naming = 0;

/** The address of a step, with these eyes. */
const addressOf = (step, path = location.pathname) => `${path}?seat=${eyes}&step=${step}`;

/** The page has the address of the step that is shown. Browsers bear this only so often. */
function name() {
  clearTimeout(naming);
  history.replaceState(null, "", addressOf(at));
}

/** To a step that somebody has chosen: the way back leads to where one was. */
function jump(step) {
  if (!told || step === at) return;
  pause();
  name();
  history.pushState(null, "", addressOf(step));
  root.scrollIntoView({ block: "nearest" });
  go(step);
}

addEventListener("popstate", () => {
  const { searchParams } = new URL(location.href);
  const seen = searchParams.get("seat") ?? eyes;
  at = Number(searchParams.get("step")) || 0;
  pause();
  if (seen !== eyes) return see(seen);
  const step = at;
  at = -1;
  go(step);
});

/** A step, as the game would tell it. */
function hear(step) {
  const { number, seat } = step;
  const { match, names, game } = page.replay;
  const since = Array.isArray(step.public) ? number - 1 : null;
  notes = Array.isArray(step.told) ? patched(notes, step.told) : step.told;
  const you = eyes === "all" ? seat : eyes === "none" ? null : Number(eyes);
  const about = { version: 3, table: match, number, since };
  store.hear("chrono_table", { ...about, pack: game, names, you, public: step.public, told: notes, clock: null, watchers: 0 });
  store.hear("chrono_hand", { ...about, private: step.private, told: {} });
}

function play() {
  if (at === told.steps.length - 1) go(0);
  shown.timer = setInterval(() => go(at + 1, true), PACE / shown.speed);
  draw();
}

function pause() {
  clearInterval(shown.timer);
  shown.timer = 0;
}

function toggle() {
  if (!shown.timer) return play();
  pause();
  draw();
}

/** To the beginning of the round before or behind this step; by fifty where there are no rounds. */
function turn(forward) {
  const begins = told.rounds.map(({ step }) => step);
  if (!begins.length) return go(at + (forward ? 50 : -50));
  go((forward ? begins.find((step) => step > at) : begins.findLast((step) => step < at)) ?? (forward ? told.steps.length : 0));
}

// -- drawing

let due = false;

function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const follow = followEnds(root);
    animator.before();
    render(whole(), root);
    if (below && told && book) render(story(), below);
    animator.after(store, context());
    follow();
    root.querySelector("dialog:not([open])")?.showModal();
  });
}

/** What the board is drawn from, while there is one. */
function context() {
  const view = told && book && store.view();
  return view ? { view, book, told: notes, names: page.replay.names, clock: null, does: {}, language: page.language } : null;
}

function whole() {
  if (shown.failed) return html`<p class="waiting" role="alert">${shown.failed}</p>`;
  if (!told || !book) return html`<p class="waiting" role="status">${say("replay.loading")}</p>`;
  if (small) return html`${playArea(context(), hands, shown)}${strip()}`;
  return html`${playArea(context(), hands, shown)}
    <div class="side">${controls()}<div class="lead" aria-hidden="true">${chart(ending, at, jump)}</div>${logPanel(store.log)}</div>`;
}

/** What stands below the board: how it went, and how one passes it on. */
function story() {
  const copy = () => passOn(addressOf(at), (said) => draw((shown.copied = said)));
  return storyPanel(page.replay, { at, go: jump, addressOf, copy, copied: shown.copied });
}

/** What is below the board where somebody else's page frames it. */
function strip() {
  const last = told.steps.length - 1;
  return html`<section class="strip" aria-labelledby="step"><h1 class="hidden" id="step">${say("replay.step", { number: at, count: last })}</h1>
    ${slider(last)}
    <p class="acts">${moves(last)}<span class="deed" role="status" aria-live=${shown.timer ? "off" : "polite"}>${deed(told.steps[at])}</span>
      <a href=${addressOf(at, page.replay.page)} target="_blank" rel="noopener">${page.game}</a></p></section>`;
}

function controls() {
  const last = told.steps.length - 1;
  const where = say("replay.step", { number: at, count: last });
  return html`<section class="prompt replay" aria-labelledby="step">
    <h2 id="step">${where}</h2>
    <p class="deed" role="status" aria-live=${shown.timer ? "off" : "polite"}>${deed(told.steps[at])}</p>
    ${slider(last)}
    <p class="acts">${moves(last)}<button type="button" data-act="sound" aria-label=${say("settings.sound")} title=${say("settings.sound")}
      aria-pressed=${String(Boolean(settings.loud))} @click=${mute}><span aria-hidden="true">♪</span></button></p>
    <p class="acts">${rounds()}${choice("speed", SPEEDS.map((speed) => [speed, `${speed}×`]), shown.speed, quicken)}
      ${choice("eyes", seats(), eyes, see)}</p>
    <p class="quiet">${say("replay.keys")}</p>
  </section>`;
}

/** All steps in a row, with what is told of them marked. */
function slider(last) {
  const marks = ending.stories.filter(({ step }) => step !== null);
  return html`<span class="steps-row"><input type="range" min="0" max=${last} .value=${String(at)} aria-label=${say("replay.label")}
      aria-valuetext=${say("replay.step", { number: at, count: last })} @input=${({ target }) => go(Number(target.value))}>
    <span class="ticks" aria-hidden="true">${marks.map(({ kind, step }) => html`<i data-kind=${kind} .style=${`--at: ${step / Math.max(1, last)}`}></i>`)}</span></span>`;
}

const moves = (last) => html`
  ${button("start", "«", () => go(0), at === 0)}
  ${button("back", "‹", () => go(at - 1), at === 0)}
  ${button(shown.timer ? "pause" : "play", shown.timer ? "❚❚" : "▶", toggle)}
  ${button("next", "›", () => go(at + 1, true), at === last)}
  ${button("end", "»", () => go(last), at === last)}`;

const button = (name, sign, act, disabled = false) =>
  html`<button type="button" data-act=${name} aria-label=${say(`replay.${name}`)} title=${say(`replay.${name}`)} ?disabled=${disabled}
    @click=${act}><span aria-hidden="true">${sign}</span></button>`;

const choice = (name, values, chosen, change) =>
  html`<label>${say(`replay.${name}`)} <select data-choice=${name} @change=${({ target }) => change(target.value)}>
    ${values.map(([value, text]) => html`<option value=${value} .selected=${String(value) === String(chosen)}>${text}</option>`)}
  </select></label>`;

function rounds() {
  if (!told.rounds.length) return nothing;
  const now = told.rounds.findLast(({ step }) => step <= at)?.step ?? "";
  return choice("round", told.rounds.map(({ round, step }) => [step, round]), now, (step) => jump(Number(step)));
}

const seats = () => [["none", say("replay.none")], ...page.replay.names.map((name, seat) => [seat, name]), ["all", say("replay.all")]];

function mute() {
  settings.mute();
  draw();
}

function see(value) {
  eyes = value;
  load();
}

function quicken(value) {
  shown.speed = Number(value);
  if (!shown.timer) return;
  pause();
  play();
}

/** Who did what in a step. */
function deed({ seat, deed: name, answer }) {
  if (seat === null) return say("replay.deal");
  const key = { none: "nothing", answer: answer ? "answer" : "secret" }[name] ?? name;
  return say(`replay.${key}`, { name: page.replay.names[seat], answer });
}

// -- the keyboard

const KEYS = {
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1, true),
  Home: () => go(0),
  End: () => go(told.steps.length - 1),
  PageUp: () => turn(false),
  PageDown: () => turn(true),
  " ": toggle,
  m: () => small || mute(),
  Escape: () => hands.look(null),
};

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (!told || ctrlKey || altKey || metaKey || !(key in KEYS) || target.closest("input, select, textarea, dialog")) return;
  if (key === " " && target.closest("button, a, summary")) return;
  event.preventDefault();
  KEYS[key]();
});
listenTo(root, hands);
lookOnFocus(root, hands);
followWindow(draw);
below?.replaceChildren();
load();
