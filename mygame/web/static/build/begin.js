/**
 * A new card begins with what it does: the sentence is read while one types; the reading that is chosen goes with the form, and one that
 * is not chosen is kept for the page of the draft. Without script the form begins an empty card.
 */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
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

async function read(text, model) {
  try {
    const response = await fetch(page.sentence, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
      body: JSON.stringify({ language: page.language, sentence: text, kind: kind.value, facts: page.kinds.find((each) => each.kind === kind.value)?.usual ?? {}, model }),
    });
    return await response.json();
  } catch {
    return { error: "away", sentence: say("away_sentence") };
  }
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
