/**
 * A sentence read as behaviours: what is typed is understood over the API, and one of the ways to understand it is taken into the text.
 * Begin with `panel`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const MOST_NEXT = 8;

/** The panel: a line to type in, the ways to read it, and how it can go on. */
export function panel({ text, found, waiting }, say, { typed, take, go }) {
  const next = (found?.next ?? []).slice(0, MOST_NEXT);
  return html`<p><label>${say("sentence")} <textarea id="sentence-text" rows="2" maxlength="400" .value=${text} @input=${(event) => typed(event.target.value)}></textarea></label></p>
    <div role="status">${waiting ? html`<p class="soft">${say("reading")}</p>` : answer(text, found, say, take)}</div>
    ${next.length ? html`<p class="acts" role="group" aria-label=${say("goes_on")}>${next.map((each) => html`<button type="button" class="quiet small" @click=${() => go(each)}>${each}</button>`)}</p>` : nothing}`;
}

function answer(text, found, say, take) {
  if (!found || !text.trim()) return nothing;
  if (found.error) return html`<p>${found.sentence}</p>`;
  if (!found.readings.length) return html`<p>${say("understood", { text: text.slice(0, found.upto) })}</p>`;
  return html`<ul class="plain">${found.readings.map((each) => html`<li><button type="button" class="small" @click=${() => take(each)}>${say("take")}</button>
    ${Object.entries(each.sentence).map(([language, told]) => html`<span lang=${language}>${told}</span> `)}<code class="soft">${JSON.stringify(each.behaviors)}</code></li>`)}</ul>`;
}
