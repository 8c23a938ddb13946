/**
 * A new card begins with what it does: the sentence is read while one types; the reading that is chosen goes with the form, and one that
 * is not chosen is kept for the page of the draft. Without script the form begins an empty card.
 */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Beside, faceOf } from "./beside.js";
import { Kept } from "./kept.js";
import { Sentence } from "./sentence.js";

const page = JSON.parse(document.getElementById("page").textContent);
const form = document.getElementById("begin");
const place = document.getElementById("sentence");
const kind = form.elements.kind;
const say = (key, args = {}) => (page.words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);
const kept = new Kept(page.owner, `${page.game}|new`, draw);
const begun = `begun:${page.game}`;
sessionStorage.removeItem(begun);

const sentence = new Sentence(say, page.language, {
  kept,
  read,
  example: () => page.kinds.find((each) => each.kind === kind.value)?.example ?? "",
  takes: () => [{ key: "begin_with", take }],
  draw,
});

let book = null;
let asked = 0;
const beside = new Beside(say, page.language, {
  ask: (data) => ask(page.price, data),
  look: () => fetch(page.price).then((answer) => answer.json()).catch(() => null),
  book: () => book,
  draw: () => render(beside.panel(), document.getElementById("card-beside")),
});

async function ask(address, data) {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
      body: JSON.stringify(data),
    });
    return await response.json();
  } catch {
    return { error: "away", sentence: say("away_sentence") };
  }
}

const usual = () => page.kinds.find((each) => each.kind === kind.value)?.usual ?? {};

async function read(text, model) {
  const mine = (asked += 1);
  const found = await ask(page.sentence, { language: page.language, sentence: text, kind: kind.value, facts: usual(), model });
  if (mine === asked) preview(found.readings?.[0], mine);
  return found;
}

/** The card as it would be with a reading: its face, and what stands beside it. */
async function preview(reading, mine) {
  const shown = document.getElementById("face");
  if (!reading) {
    render(nothing, shown);
    return beside.drop();
  }
  const name = Object.fromEntries(["zh", "en"].map((each) => [each, form.elements[each].value.trim() || say("nameless")]));
  const { behaviors, facts } = reading;
  const card = await ask(page.card, { behaviors, facts: { ...usual(), ...facts }, name, kind: kind.value });
  if (mine !== asked || card.error) return undefined;
  const report = await ask(page.check, { address: card.address, text: card.text });
  if (mine !== asked || report.sentence) return undefined;
  book ??= await fetch(page.book).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  const face = report.face?.[page.language];
  if (face && book) render(faceOf(face.id, book, face), shown);
  return beside.take(card.address, card.text, report);
}

/** The chosen reading goes along; the form asks for a name where there is none. */
function take({ behaviors, facts, answers }) {
  form.elements.reading.value = JSON.stringify({ behaviors, facts, answers });
  form.requestSubmit();
}

function draw() {
  render(sentence.panel(), place);
}

kind.addEventListener("change", () => sentence.ask());
form.addEventListener("submit", () => {
  if (kept.id !== null && kept.text) sessionStorage.setItem(begun, JSON.stringify({ id: kept.id, taken: Boolean(form.elements.reading.value) }));
});

// Sentences of cards of this game that were never taken, wherever they were typed.
function forgotten() {
  const found = Object.entries(kept.read()).map(([id, each]) => ({ id, ...each })).filter((each) => each.place.startsWith(`${page.game}|`) && each.place !== `${page.game}|new`);
  const drop = ({ id }) => {
    kept.drop(id);
    forgotten();
  };
  render(found.length ? html`<h2>${say("never_taken")}</h2><ul>${found.map((each) => html`<li>${each.text} <code class="soft">${each.place.split("|")[1]}</code>
    <button type="button" class="link" aria-label=${`${say("drop_sentence")}: ${each.text}`} @click=${() => drop(each)}>${say("drop_sentence")}</button></li>`)}</ul>` : nothing, document.getElementById("never-taken"));
}

place.replaceChildren();
sentence.begin();
forgotten();
