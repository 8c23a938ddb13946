/**
 * What one is asked: the question, its options as buttons, how long there is, and the way back.
 *
 * One option of several is answered by its button at once; where several are wanted they are picked
 * and then given together.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { say } from "./words.js";

export const isSingle = ({ minimum, maximum }) => minimum === 1 && maximum === 1;

/** The number one types for an option: as in the client of text. */
const label = (prompt, index) => (prompt.numeric ? prompt.options[index].entity : index + 1);

/** How long a text is: Chinese letters are as wide as two others. */
const lengthOf = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);

/** The index of the option that does nothing more, such as a pass, which has a place of its own; -1 if there is none. */
function endOf({ options, default: given = [], ...prompt }) {
  const [index] = given;
  return isSingle(prompt) && options.length > 1 && given.length === 1 && options[index]?.kind === "" ? index : -1;
}

const LONG = 40; // half-width letters of an option that need a line for themselves
const LEVELS = [[4, "few"], [6, "some"], [8, "many"], [Infinity, "crowd"]]; // how many options there are, for the sheets

/** The place of the question; also of what is said in place of one. */
export const questionBox = (body) => html`<section class="prompt"><div class="ask">${body}</div></section>`;

/**
 * `picked` are the indices picked so far, `advised` those of a hint; `hands` has `pick(index)`,
 * `give()`, `type(line)`; `who` is asked where that is not plain; `names` are those of the seats, `lead` stands above the
 * question, `hint` below it.
 */
export function promptPanel(prompt, picked, advised, hands, who = "", names = [], lead = nothing, hint = nothing) {
  const single = isSingle(prompt);
  const end = endOf(prompt);
  const count = prompt.options.length - (end < 0 ? 0 : 1);
  const [, level] = LEVELS.find(([most]) => count <= most);
  const long = prompt.options.some(({ text, kind }, index) => index !== end && kind === "" && lengthOf(text) > LONG);
  return html`<section class="prompt" aria-labelledby="asked" data-level=${prompt.numeric ? "numeric" : level} ?data-long=${long}>
    <div class="ask">
      ${who ? html`<p class="asked-of">${say("prompt.who", { name: who })}</p>` : nothing}
      ${lead}
      <h2 id="asked" tabindex="-1">${prompt.text}</h2>
      ${prompt.barred?.length ? html`<ul class="barred">${prompt.barred.map((each) => html`<li>${say("prompt.barred", each)}</li>`)}</ul>` : nothing}
      ${hint}
    </div>
    ${timer(prompt)}
    <div class="choices"><ol class="options" data-numeric=${prompt.numeric ? "yes" : nothing} .style=${`--count: ${count}; --half: ${Math.ceil(count / 2)}`}>
      ${repeat(
        prompt.options,
        (option, index) => `${prompt.number}.${index}`,
        (option, index) => html`<li ?data-end=${index === end}>${button(prompt, option, index, { picked, advised, single }, hands)}</li>`,
      )}
    </ol></div>
    <div class="acts">
      ${single ? nothing : done(prompt, picked, hands)}
      ${always(prompt, hands, names)}
    </div>
  </section>`;
}

function button(prompt, option, index, { picked, advised, single }, hands) {
  const chosen = picked.includes(index);
  const full = !single && !chosen && picked.length >= prompt.maximum;
  return html`<button type="button" class="option" data-option=${index} data-about=${option.kind ? option.entity : nothing}
      aria-pressed=${single ? nothing : String(chosen)} ?disabled=${full} @click=${() => hands.pick(index)}>
    <kbd aria-hidden="true">${label(prompt, index)}</kbd>
    <span class="name">${option.text}</span>
    ${advised.includes(index) ? html`<span class="advised">★ ${say("prompt.advised")}</span>` : nothing}
    ${option.detail ? html`<span class="detail">${option.detail}</span>` : nothing}
    ${option.does ? html`<span class="does"><span aria-hidden="true">→ </span>${option.does}</span>` : nothing}
  </button>`;
}

function done({ minimum, maximum }, picked, hands) {
  const wanted = minimum === maximum ? `${minimum}` : `${minimum}–${maximum}`;
  const enough = picked.length >= minimum && picked.length <= maximum;
  return html`<button type="button" class="main" data-act="give" ?disabled=${!enough} @click=${() => hands.give()}>
    ${picked.length ? say("prompt.give", { count: picked.length, wanted }) : say(minimum ? "prompt.choose" : "prompt.none", { wanted })}
  </button>`;
}

/** Answers that the house can give from now on, as one would type it: to this, to what one player does, to all such until one's turn. */
function always(prompt, hands, names) {
  if (!prompt.always?.length) return nothing;
  const button = (words, key, index, more = {}) =>
    html`<button type="button" @click=${() => hands.type(`always ${words}${label(prompt, index)}`)}>
      ${say(key, { answer: prompt.options[index].text, ...more })}</button>`;
  const theirs = (index) => (names[prompt.doer] ? button("theirs ", "always.theirs", index, { name: names[prompt.doer] }) : nothing);
  return html`<details class="always"><summary>${say("always.title")}</summary><p class="acts">
    ${prompt.always.map((index) => [button("", "always.same", index), theirs(index), button("any turn ", "always.turn", index)])}
  </p></details>`;
}

/** What is answered so until one says otherwise. */
export function ordersPanel(orders, hands) {
  if (!orders.length) return nothing;
  return html`<details class="always orders"><summary>${say("always.given", { count: orders.length })}</summary><ul>
    ${orders.map((text, index) => html`<li>${text}
      <button type="button" @click=${() => hands.type(`always drop ${index + 1}`)}>${say("always.drop")}</button></li>`)}
  </ul></details>`;
}

/** Seconds that are left for an answer. The page tells them by `tick`; a listener hears the last. */
function timer({ left, heard }) {
  return left ? html`<p class="timer" role="timer" data-until=${heard + (left.answer + left.bank) * 1000}></p>` : nothing;
}

/** Show all timers of the page as they stand now. */
export function tick(root = document) {
  for (const timer of root.querySelectorAll("[data-until]")) {
    const seconds = Math.max(0, Math.round((timer.dataset.until - Date.now()) / 1000));
    const text = say("prompt.left", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
    if (timer.textContent !== text) timer.textContent = text;
    timer.toggleAttribute("data-short", seconds <= 10);
  }
}
