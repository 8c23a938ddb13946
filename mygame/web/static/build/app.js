/**
 * The page of a draft: while one types the text is checked over the API, and its problems, its sentences, its face and its menus
 * follow. Saving, submitting and all else is the form's affair, which works without any of this. Begin with `changed`.
 */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { cardDetail } from "../table/detail.js";
import { completions, kindOf } from "./complete.js";
import { parse } from "./json5.js";
import { menu } from "./menu.js";
import { Places } from "./places.js";
import { panel } from "./sentence.js";
import { taken } from "./taken.js";

const page = JSON.parse(document.getElementById("page").textContent);
const area = document.getElementById("text");
const places = Object.fromEntries(["problems", "sentences", "face", "complete", "menu", "menu-side", "sentence", "sentence-side", "place", "place-side"].map((id) => [id, document.getElementById(id)]));
const token = document.querySelector("#draft [name=csrfmiddlewaretoken]").value;
const PAUSE = 500; // milliseconds without typing, after which a text is checked
const NO_MATCH = { match: {}, players: [], zones: {}, you: null, waiting: [] };
const say = (key, args = {}) => (page.words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);

let schema = null;
let book = null;
let timer = 0;
let asked = 0;
const sentence = { text: "", found: null, waiting: false, timer: 0, asked: 0 };

const isCard = page.address.startsWith("card:");
const place = new Places(say, {
  ask: (path) => ask(page.place, { address: page.address, text: area.value, language: page.language, path }),
  text: () => area.value,
  put,
  draw: menus,
});

for (const id of ["problems", "sentences"]) places[id].replaceChildren();
const lines = document.createElement("div");
lines.className = "lines";
lines.setAttribute("aria-hidden", "true");
area.before(lines);
area.addEventListener("scroll", () => (lines.scrollTop = area.scrollTop));
area.addEventListener("input", changed);
for (const event of ["keyup", "click", "focus"]) area.addEventListener(event, completed);

/** The text is another one. */
function changed() {
  numbered([]);
  menus();
  completed();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

/** A text that a menu or a completion has made. */
function put(text, caret = null) {
  area.value = text;
  if (caret !== null) area.setSelectionRange(caret, caret);
  changed();
}

async function check() {
  const mine = (asked += 1);
  render(html`<p class="soft">${say("checking")}</p>`, places.problems);
  if (!area.readOnly && !page.script) place.go();
  const answer = await ask(page.check, { address: page.address, text: area.value });
  if (mine === asked) told(answer);
}

/** An answer of the API; where there is none a sentence that says so. */
async function ask(address, data) {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(data),
    });
    return await response.json();
  } catch {
    return { error: "away", sentence: say("away") };
  }
}

// -- sentences

function typed(text) {
  sentence.text = text;
  clearTimeout(sentence.timer);
  sentence.timer = setTimeout(read, PAUSE);
}

async function read() {
  const mine = (sentence.asked += 1);
  sentence.waiting = Boolean(sentence.text.trim());
  sentences();
  if (!sentence.waiting) return;
  const found = await ask(page.sentence, { language: page.language, sentence: sentence.text, kind: kind() });
  if (mine !== sentence.asked) return;
  Object.assign(sentence, { found, waiting: false });
  sentences();
}

function kind() {
  try {
    return kindOf(schema, parse(area.value).value);
  } catch {
    return "";
  }
}

function take(reading) {
  try {
    put(taken(area.value, reading));
  } catch {
    Object.assign(sentence, { found: { error: "broken", sentence: say("broken_text") } });
  }
  sentences();
}

function go(word) {
  const { text, found } = sentence;
  sentence.text = `${text.slice(0, found.upto).trimEnd()} ${word}`.trimStart();
  typed(sentence.text);
  sentences();
  document.getElementById("sentence-text").focus();
}

function sentences() {
  if (area.readOnly || !schema || !isCard) return;
  places["sentence-side"].hidden = false;
  render(panel(sentence, say, { typed, take, go }), places.sentence);
}

// -- what is shown

/** A report of a check, or the sentence of why there is none. */
function told(report) {
  if (report.sentence) return render(html`<p>${report.sentence}</p>`, places.problems);
  numbered(report.problems);
  render(problems(report), places.problems);
  render(
    Object.entries(report.sentences ?? {}).map(([language, text]) => (text ? html`<p lang=${language}>${text}</p>` : nothing)),
    places.sentences,
  );
  const face = report.face?.[page.language];
  if (face && book) {
    const ctx = { view: NO_MATCH, book: { ...book, cards: { ...book.cards, [face.id]: face } }, names: [], told: {}, does: {} };
    render(cardDetail({ id: face.id }, ctx), places.face);
  }
}

function problems({ problems: found, warnings = [], untold = [] }) {
  if (!found.length && !warnings.length)
    return html`<p>${say("in_order")}</p>${untold.length ? html`<p class="soft">${say("untold", { names: untold.map((each) => each.join(" ")).join(", ") })}</p>` : nothing}`;
  return html`<ul class="problems">
    ${found.map((each) => html`<li>${each.line ? html`<button type="button" class="link" @click=${() => jump(each)}>${say(each.column ? "lines" : "line", each)}</button> ` : nothing}${each.text}</li>`)}
    ${warnings.map((each) => html`<li>${each}</li>`)}</ul>`;
}

function jump({ line, column }) {
  const before = area.value.split("\n").slice(0, line - 1).join("\n");
  const at = before.length + (line > 1 ? 1 : 0) + Math.max(0, column - 1);
  area.focus();
  area.setSelectionRange(at, at + 1);
}

function numbered(found) {
  const bad = new Set(found.map((each) => each.line));
  const count = area.value.split("\n").length;
  render(Array.from({ length: count }, (_, number) => html`<span class=${bad.has(number + 1) ? "bad" : ""}>${number + 1}</span>`), lines);
  lines.scrollTop = area.scrollTop;
}

function menus() {
  if (area.readOnly) return;
  places["place-side"].hidden = !place.found;
  render(place.panel(), places.place);
  if (!schema || !isCard) return;
  places["menu-side"].hidden = false;
  render(menu(area.value, schema, say, put), places.menu);
}

/** What can stand where the caret is, as buttons below the text. */
function completed() {
  if (!schema || area.readOnly) return;
  const found = completions(schema, area.value, area.selectionStart, page.root);
  const offer = (word) => html`<button type="button" class="quiet small" @click=${() => complete(found, word)}>${word}</button>`;
  render(found.words.length ? html`<p class="acts" role="group" aria-label=${say("complete")}>${found.words.map(offer)}</p>` : nothing, places.complete);
}

function complete({ start, end, quoted, isKey }, word) {
  const behind = area.value.slice(quoted ? end + 1 : end);
  const value = quoted ? word : `"${word}"`;
  const colon = isKey && !/^\s*:/.test(behind) ? (quoted && area.value[end] === '"' ? "" : ": ") : "";
  const text = area.value.slice(0, start) + value + colon + area.value.slice(end);
  area.focus();
  put(text, start + value.length + colon.length);
}

// -- to begin with

numbered(page.report?.problems ?? []);
const [made, drawn] = await Promise.all((page.script ? [] : [page.schema, page.book]).map((address) => fetch(address).then((answer) => (answer.ok ? answer.json() : null), () => null)));
schema = made ?? null;
book = drawn ?? null;
menus();
sentences();
await check();
