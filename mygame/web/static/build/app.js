/**
 * The page of a draft: while one types the text is checked over the API, and its problems, its sentences, its face and its menus
 * follow. Saving, submitting and all else is the form's affair, which works without any of this. Begin with `changed`.
 */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { basics, fieldAt } from "./basics.js";
import { Beside, faceOf } from "./beside.js";
import { completions, kindAmong } from "./complete.js";
import { parse } from "./json5.js";
import { Kept } from "./kept.js";
import { Menu } from "./menu.js";
import { Places } from "./places.js";
import { Sentence } from "./sentence.js";
import { taken } from "./taken.js";

const page = JSON.parse(document.getElementById("page").textContent);
const area = document.getElementById("text");
const places = Object.fromEntries(["problems", "summary", "sentences", "face", "complete", "basics", "menu", "menu-side", "sentence", "place", "place-side", "all", "unsaved", "card-beside"].map((id) => [id, document.getElementById(id)]));
const token = document.querySelector("#draft [name=csrfmiddlewaretoken]").value;
const PAUSE = 500; // milliseconds without typing, after which a text is checked
const MOST_LINKS = 5;
const say = (key, args = {}) => (page.words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);

let schema = null;
let book = null;
let timer = 0;
let asked = 0;
let report = page.report ?? { problems: [] };

const isCard = page.address.startsWith("card:");
const kept = new Kept(page.owner, `${page.game}|${page.address}`, sentences);
adoptBegun();
const saved = area.defaultValue;
const typed = new Kept(`${page.owner}:text`, `${page.game}|${page.address}`);
let again = false; // whether what is here was typed at another visit
const moments = new Menu(say, page.form?.timings ?? [], menus);
const sentence = new Sentence(say, page.language, {
  kept,
  read: (text, model) => ask(page.sentence, { language: page.language, sentence: text, kind: kind(), facts: printed(), model }),
  example: () => page.form?.kinds.find((each) => each.kind === kind())?.example ?? "",
  takes: () => (does() ? [{ key: "take_beside", take }, { key: "take_instead", take: (reading) => take(reading, true) }] : [{ key: "take", take }]),
  draw: sentences,
});
const place = new Places(say, {
  ask: (path) => ask(page.place, { address: page.address, text: area.value, language: page.language, path }),
  text: () => area.value,
  put,
  draw: menus,
});

const beside = new Beside(say, page.language, {
  ask: (data) => ask(page.price, data),
  look: () => fetch(page.price).then((answer) => answer.json()).catch(() => null),
  book: () => book,
  draw: () => render(beside.panel(), places["card-beside"]),
});

for (const id of ["problems", "summary", "sentences", "sentence"]) places[id]?.replaceChildren();
const lines = document.createElement("div");
lines.className = "lines";
lines.setAttribute("aria-hidden", "true");
area.before(lines);
area.addEventListener("scroll", () => (lines.scrollTop = area.scrollTop));
area.addEventListener("input", changed);
for (const event of ["keyup", "click", "focus"]) area.addEventListener(event, completed);

/** The text is another one. */
function changed() {
  again = false;
  unsaved();
  numbered([]);
  menus();
  sentences();
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

/** A text that is not saved is kept in this browser until it is, or until what is saved is wanted again. */
function unsaved() {
  const differs = area.value !== saved;
  typed.put(differs ? area.value : "");
  const back = () => put(saved);
  render(differs ? html`<p>${say(again ? "kept_text" : "unsaved")} <button type="button" class="link" @click=${back}>${say("to_saved")}</button></p>` : nothing, places.unsaved);
}

/** What was typed here and not saved, where it is not what has been saved since. */
function takeUp() {
  for (const { id, text } of typed.all()) if (text === saved) typed.drop(id);
  const last = typed.all().at(-1);
  if (last) Object.assign(typed, { id: last.id, last: last.text });
  again = Boolean(typed.text);
  if (again) area.value = typed.text;
  unsaved();
}

async function check() {
  const mine = (asked += 1);
  if (mine > 1 || !known) {
    render(html`<p class="soft">${say("checking")}</p>`, places.problems);
    brief(say("checking"));
  }
  if (!area.readOnly && !page.script) place.go();
  const text = area.value;
  const answer = await ask(page.check, { address: page.address, text });
  if (mine !== asked) return;
  told(answer);
  if (isCard && !area.readOnly && !answer.sentence) beside.take(page.address, text, answer);
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

/** A sentence that was typed before its card was begun, in this window: kept for the card, unless it was taken. */
function adoptBegun() {
  const begun = JSON.parse(sessionStorage.getItem(`begun:${page.game}`));
  sessionStorage.removeItem(`begun:${page.game}`);
  if (!begun || !isCard) return;
  const typed = new Kept(page.owner, `${page.game}|new`);
  const found = typed.all().find((each) => each.id === begun.id);
  if (!found) return;
  typed.drop(found.id);
  if (!begun.taken) kept.put(found.text);
}

/** What the text says as far as it can be read; nothing while it is broken. */
function value() {
  try {
    return parse(area.value).value ?? {};
  } catch {
    return {};
  }
}

const kind = () => kindAmong((page.form?.kinds ?? []).map((each) => each.kind), value());
const does = () => Boolean(value().behaviors?.length);

/** What is printed on the card: sentences can depend on it. */
function printed() {
  const known = page.form?.kinds.find((each) => each.kind === kind())?.facts ?? [];
  const now = value();
  return Object.fromEntries(known.filter(({ name }) => ["string", "number", "boolean"].includes(typeof now[name])).map(({ name }) => [name, now[name]]));
}

/** A reading in the text; gives what takes it back. */
function take(reading, instead = false) {
  const before = area.value;
  put(taken(before, reading, instead));
  return () => put(before);
}

function sentences() {
  if (!isCard || area.readOnly) return;
  render(sentence.panel(), places.sentence);
}

// -- what is shown

/** A report of a check, or the sentence of why there is none. */
function told(found) {
  if (found.sentence) {
    brief(found.sentence);
    return render(html`<p>${found.sentence}</p>`, places.problems);
  }
  report = found;
  numbered(report.problems);
  render(problems(report), places.problems);
  brief(summary(report));
  menus();
  render(
    Object.entries(report.sentences ?? {}).map(([language, text]) => (text ? html`<p lang=${language}>${text}</p>` : nothing)),
    places.sentences,
  );
  const face = report.face?.[page.language];
  if (face && book) render(faceOf(face.id, book, face), places.face);
}

function problems({ problems: found, warnings = [], untold = [] }) {
  if (!found.length && !warnings.length)
    return html`<p>${say("in_order")}</p>${untold.length ? html`<p class="soft">${say("untold", { names: untold.map((each) => each.join(" ")).join(", ") })}</p>` : nothing}`;
  return html`<ul class="problems">
    ${found.map((each) => html`<li>${each.line ? html`<button type="button" class="link" @click=${() => jump(each)}>${say(each.column ? "lines" : "line", each)}</button> ` : nothing}${each.text}</li>`)}
    ${warnings.map((each) => html`<li>${each}</li>`)}</ul>`;
}

/** The line on top, which is there where a card is written. */
function brief(told) {
  if (places.summary) render(told, places.summary);
}

/** What is wrong in a line: a link to each field, or to the line of what is none. */
function summary({ problems: found }) {
  if (!found.length) return say("in_order");
  const links = found.slice(0, MOST_LINKS).map((each) => {
    const field = document.getElementById(`fact-${fieldAt(each.place).replace(".", "-")}`);
    const name = field?.labels?.[0]?.textContent.trim() ?? (each.line ? say("line", each) : each.text);
    return html` <button type="button" class="link" @click=${() => (field ? show(field) : jump(each))}>${name}</button>`;
  });
  return html`${say("wrong_count", { count: found.length })}${links}${found.length > MOST_LINKS ? " …" : nothing}`;
}

function show(field) {
  const folded = field.closest("details");
  if (folded) folded.open = true;
  field.focus();
}

function jump({ line, column }) {
  places.all.open = true;
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
  if (!isCard || !places.basics) return;
  render(basics(area.value, page.form, report.problems ?? [], page.language, say, put), places.basics);
  if (!schema) return;
  places["menu-side"].hidden = false;
  render(moments.panel(area.value, schema, put), places.menu);
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

/** Whether all fields are open is kept for the next card. */
function remember() {
  if (!isCard) return;
  try {
    if (localStorage.getItem("build:all")) places.all.open = true;
    const keep = () => (places.all.open ? localStorage.setItem("build:all", "1") : localStorage.removeItem("build:all"));
    places.all.addEventListener("toggle", keep);
    keep(); // it may have been opened before this was here
  } catch {
    // Not allowed to keep anything.
  }
}

// -- to begin with

if (!area.readOnly) takeUp();
const known = page.report && !again; // it is shown while all is checked anew
if (known) told(page.report);
else {
  numbered([]);
  menus();
}
sentence.begin();
remember();
const [made, drawn] = await Promise.all((page.script ? [] : [page.schema, page.book]).map((address) => fetch(address).then((answer) => (answer.ok ? answer.json() : null), () => null)));
schema = made ?? null;
book = drawn ?? null;
if (known && asked === 0) told(page.report); // with its face
else menus();
await check();
