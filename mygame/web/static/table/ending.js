/**
 * The end of a match as a scene: how it ended for the reader, the places, who was ahead when, best turns and turning points,
 * who was who, and what can be done next. Everything in it is an ending (`docs/protocol.md`), made by the game; replays draw
 * parts of it. Begin with `ending`.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { curve } from "./curve.js";
import { registration } from "./lobby.js";
import { path } from "./path.js";
import { piece, pieceOf } from "./piece.js";
import { say } from "./words.js";

const PODIUM = 4; // who have a step of their own; of more the others stand below
const ORDER = ["decided", "turning", "feat", "best"];

/**
 * How a match ended, and what can be done next. `about`: {seated, guest, motion, shown, draw}; `shown.table` says that
 * the reader looks at the table meanwhile.
 */
export function ending(over, about, hands) {
  const data = over.ending ?? { headline: over.text, notes: [], places: [], stories: [], seen: [] };
  const { learned: taught = [] } = data;
  if (about.shown.table) return nothing;
  return html`<section class="ending" aria-label=${say("over.title")} data-result=${data.result ?? ""} ?data-still=${!about.motion}>
    <header><h2 id="ending" tabindex="-1">${data.headline}</h2>
      <p class="quiet">${data.head}</p>
      ${data.result === "abandoned" && over.text !== data.headline ? html`<p>${over.text}</p>` : nothing}
    </header>
    <div class="places">${taught.length ? learned(taught) : podium(data)}</div>
    ${acts(over, data, about, hands)}
    <div class="notes">${data.notes.map((note) => html`<p>${note}</p>`)}${(over.told ?? []).map((line) => html`<p class="gained">${line}</p>`)}</div>
    ${about.guest ? html`<details class="keep"><summary>${say("lobby.keep")}</summary>${registration(hands)}</details>` : nothing}
    ${taught.length ? nothing : html`<div class="how">${path(data)}${curve(data)}</div>${stories(data, watch(over))}`}
    ${figures(data)}${seen(data)}
  </section>`;
}

/** In the place of the question: that it is over, and the way back to the scene while the reader looks at the table. */
export const backToEnd = (about) => html`<p>${say("over.title")}</p>
  ${about.shown.table ? html`<button type="button" class="main" @click=${() => look(false, about)}>${say("over.back")}</button>` : nothing}`;

function look(table, { shown, draw }) {
  shown.table = table;
  draw();
}

/** What can be done next, the likeliest first. */
function acts(over, data, about, hands) {
  const typed = (key, line, main, args) => html`<button type="button" class=${main ? "main" : nothing} @click=${() => hands.type(line)}>${say(`over.${key}`, args)}</button>`;
  const { lesson } = data;
  const from = lesson ? null : data.stories.find(({ kind }) => kind === "decided") ?? data.stories.find(({ kind }) => kind === "turning");
  return html`<p class="acts">
    ${lesson?.of ? typed("play", `play ${lesson.of.id}`, true, { name: lesson.of.name }) : nothing}
    ${lesson?.next ? typed("lesson", `tutorial ${lesson.next.id}`, false, { name: lesson.next.name }) : nothing}
    ${about.seated ? html`<button type="button" class=${lesson ? nothing : "main"} @click=${() => hands.type("rematch")}>${say("over.again")}</button>` : nothing}
    ${over.match ? html`<a class="button" href=${address(over.match)}>${say("over.replay")}</a>` : nothing}
    ${over.match && from ? html`<a class="button" href=${address(over.match, from.step)}>${say("over.turning")}</a>` : nothing}
    ${over.match && data.shared !== false ? html`<button type="button" @click=${() => hands.share(address(over.match))}>${say("over.share")}</button>` : nothing}
    ${about.close ? html`<button type="button" class="main" @click=${about.close}>${say("board.close")}</button>`
      : html`<button type="button" @click=${() => look(true, about)}>${say("over.board")}</button>${typed("lobby", "leave")}`}
  </p>`;
}

const address = (match, step = 0) => `/matches/${match}/${step ? `?step=${step}` : ""}`;

/** The link by which one watches a story. */
const watch = ({ match }) => ({ step, text }) => (match && step !== null ? html` <a href=${address(match, step)} aria-label=${`${say("over.watch")}: ${text}`}>${say("over.watch")}</a>` : nothing);

/** What a lesson has taught. */
const learned = (taught) => html`<h3>${say("over.learned")}</h3><ul class="learned">${taught.map((each) => html`<li>${each}</li>`)}</ul>`;

/** The places: the first in the middle and highest. Where several have won together, these, and the others below. */
function podium({ places }) {
  if (!places.length) return nothing;
  if (places.length < 2) return html`<ul class="alone">${places[0].figures.map(({ name, value }) => html`<li><strong>${value}</strong> ${name}</li>`)}</ul>`;
  const winners = places.filter(({ result }) => result === "won").length;
  const sides = winners > 1 || places.some(({ role }) => role);
  const count = sides && winners ? winners : PODIUM;
  const [high, low] = [places.slice(0, count), places.slice(count)].map((listed) => listed.map((each) => ({ ...each, place: sides || each.shared || places.length < 3 ? null : each.place })));
  return html`<ol class="podium">${high.map((each) => html`<li data-place=${each.place ?? ""} data-result=${each.result} ?data-you=${each.you} .style=${`--hue: ${pieceOf(each.seat).hue}`}>${person(each)}</li>`)}</ol>
    ${low.length ? html`<ol class="podium rest">${low.map((each) => html`<li data-result=${each.result} ?data-you=${each.you} .style=${`--hue: ${pieceOf(each.seat).hue}`}>${person(each)}</li>`)}</ol>` : nothing}`;
}

function person({ seat, name, you, place, role, result, figures: [figure] }) {
  const became = place ? say("over.place", { place }) : result && say(`over.became.${result}`);
  return html`<span class="placed">${piece(seat)}<b>${you ? say("board.you", { name }) : name}</b>${role ? html`<em>${role}</em>` : nothing}</span>
    ${became || figure ? html`<span class="step"><strong>${result === "conceded" ? say("over.became.conceded") : became}</strong>
    ${figure ? html`<small>${figure.name} ${figure.value}</small>` : nothing}</span>` : nothing}`;
}

/** Best turns, turning points, records: a sentence each, by whom it is about. */
export function stories({ stories: told }, link) {
  const sorted = ORDER.flatMap((kind) => told.filter((each) => each.kind === kind));
  if (!sorted.length) return nothing;
  return html`<ul class="stories">${sorted.map((each) => html`<li data-kind=${each.kind}>${piece(each.seat)}<span>${each.text}${link(each)}</span></li>`)}</ul>`;
}

/** Who has done how much, as a table. */
function figures({ places }) {
  const heads = places[0]?.figures ?? [];
  if (!heads.length || places.length < 2) return nothing;
  return html`<details class="figures"><summary>${say("over.figures")}</summary><div class="seen" tabindex="0" role="region" aria-label=${say("over.figures")}><table>
    <thead><tr><th scope="col">${say("over.player")}</th>${heads.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${places.map((place) => html`<tr><th scope="row">${place.name}</th>${place.figures.map(({ value }) => html`<td>${value}</td>`)}</tr>`)}</tbody>
  </table></div></details>`;
}

/** Who was who, and how the others saw each. */
function seen({ seen: [heads, ...rows] }) {
  if (!heads) return nothing;
  return html`<div class="seen" tabindex="0" role="region" aria-labelledby="seen"><table><caption id="seen">${say("over.seen")}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
