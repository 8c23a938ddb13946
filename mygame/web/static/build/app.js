/**
 * The page of a draft: while one types the text is checked over the API, and its problems, its sentences, its face and its menus
 * follow. Saving, submitting and all else is the form's affair, which works without any of this. Begin with `changed`.
 */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { cardDetail } from "../table/card.js";
import { completions } from "./complete.js";
import { menu } from "./menu.js";

const page = JSON.parse(document.getElementById("page").textContent);
const area = document.getElementById("text");
const places = Object.fromEntries(["problems", "sentences", "face", "complete", "menu", "menu-side"].map((id) => [id, document.getElementById(id)]));
const token = document.querySelector("#draft [name=csrfmiddlewaretoken]").value;
const PAUSE = 500; // milliseconds without typing, after which a text is checked
const NO_MATCH = { match: {}, players: [], zones: {}, you: null, waiting: [] };
const say = (key, args = {}) => (page.words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);

let schema = null;
let book = null;
let timer = 0;
let asked = 0;

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
  let answer;
  try {
    const response = await fetch(page.check, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ address: page.address, text: area.value }),
    });
    answer = await response.json();
  } catch {
    answer = { sentence: say("away") };
  }
  if (mine === asked) told(answer);
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
    ${found.map((each) => html`<li>${each.line ? html`<button type="button" class="link" @click=${() => jump(each)}>${say("lines", each)}</button> ` : nothing}${each.text}</li>`)}
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
  if (!schema || area.readOnly) return;
  places["menu-side"].hidden = false;
  render(menu(area.value, schema, say, put), places.menu);
}

/** What can stand where the caret is, as buttons below the text. */
function completed() {
  if (!schema || area.readOnly) return;
  const found = completions(schema, area.value, area.selectionStart);
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
const [made, drawn] = await Promise.all([page.schema, page.book].map((address) => fetch(address).then((answer) => (answer.ok ? answer.json() : null), () => null)));
schema = made;
book = drawn;
menus();
await check();
