/** Below a replay: how the match went, whose steps one comes to by a link, and the addresses by which it is passed on. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { curve } from "./curve.js";
import { stories } from "./ending.js";
import { path } from "./path.js";
import { page, say } from "./words.js";

/** `{at, go, addressOf, copy, copied}`: the step that is shown, the way to another one, and the address of one. */
export function storyPanel({ ending, embed, title }, { at, go, addressOf, copy, copied }) {
  const watch = ({ step, text }) => (step === null ? nothing : html` <a href=${addressOf(step)} aria-label=${`${say("over.watch")}: ${text}`}
    @click=${(event) => event.preventDefault() ?? go(step)}>${say("over.watch")}</a>`);
  return html`<div class="how">${path(ending, at)}${curve(ending, { at, go })}${stories(ending, watch)}</div>
    <p class="acts"><button type="button" @click=${copy}>${say("replay.copy")}</button><span role="status">${copied}</span></p>
    ${embed ? html`<details class="embedding"><summary>${say("replay.embed")}</summary><label>${say("replay.frame")}
      <textarea readonly rows="4" .value=${frame(addressOf(at, embed), title)} @focus=${({ target }) => target.select()}></textarea></label></details>` : nothing}`;
}

/** What a page of one's own has to say to show a replay from a step on. */
function frame(path, title) {
  const source = new URL(path, location.origin);
  source.searchParams.set("lang", page.language);
  return `<iframe src="${escaped(source.href)}" width="800" height="600" loading="lazy" title="${escaped(title)}"></iframe>`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
