/**
 * What one is asked: the question, its options as buttons, how long there is, and the way back.
 *
 * One option of several is answered by its button at once; where several are wanted they are picked
 * and then given together.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { ref } from "../vendor/lit-html/directives/ref.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { finishOf, isSingle } from "./question.js";
import { say } from "./words.js";

/** The number one types for an option at a terminal. */
const label = (prompt, index) => (prompt.numeric ? prompt.options[index].entity : index + 1);

/** How long a text is: Chinese letters are as wide as two others. */
const lengthOf = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);

const LONG = 40; // half-width letters of an option that need a line for themselves
const LONG_ASKED = 64; // and of a question that is written smaller
const LEVELS = [[4, "few"], [6, "some"], [8, "many"], [Infinity, "crowd"]]; // how many options there are, for the sheets

/** A list of which the last option is out of sight says that there is more. */
const sight = new IntersectionObserver((seen) => {
  for (const { target, intersectionRatio } of seen) target.closest(".choices")?.toggleAttribute("data-more", intersectionRatio < 0.5);
}, { threshold: 0.5 });

/** The place of the question; also of what is said in place of one. */
export const questionBox = (body) => html`<section class="prompt"><div class="ask">${body}</div></section>`;

/**
 * `picked` are the indices picked so far, `advised` those of a hint; `hands` has `pick(index)`, `give()`, `order`, `keyOf(index)`,
 * `type(line)`; then what is told beside the question: `who` is asked where that is not plain, `names` of the seats, what stands
 * above it as `lead`, and a `hint` below it. What ends or passes (`data-end`), and what gives several, stands in the same place at
 * every question.
 */
export function promptPanel(prompt, picked, advised, hands, { who = "", names = [], lead = nothing, hint = nothing } = {}) {
  const single = isSingle(prompt);
  const end = finishOf(prompt);
  const count = prompt.options.length - (end === null ? 0 : 1);
  const [, level] = LEVELS.find(([most]) => count <= most);
  const long = prompt.options.some(({ text, kind }, index) => index !== end && kind === "" && lengthOf(text) > LONG);
  const shown = { picked, advised, single };
  const last = hands.order.findLast((index) => index !== end);
  return html`<section class="prompt" aria-labelledby="asked" data-level=${prompt.numeric ? "numeric" : level} ?data-long=${long}>
    <div class="ask">
      ${who ? html`<p class="asked-of">${say("prompt.who", { name: who })}</p>` : nothing}
      ${lead}
      <h2 id="asked" tabindex="-1" ?data-long=${lengthOf(prompt.text) > LONG_ASKED}>${keyed(prompt.text, html`<span>${prompt.text}</span>`)}</h2>
      ${prompt.barred?.length ? html`<ul class="barred">${prompt.barred.map((each) => html`<li>${say("prompt.barred", each)}</li>`)}</ul>` : nothing}
      ${always(prompt, hands, names)}
      ${hint}
    </div>
    ${timer(prompt)}
    <div class="choices"><ol class="options" data-numeric=${prompt.numeric ? "yes" : nothing} .style=${`--count: ${count}; --half: ${Math.ceil(count / 2)}; --third: ${Math.ceil(count / 3)}`}>
      ${repeat(hands.order, (index) => `${prompt.number}.${index}`, (index) => html`<li ?data-end=${index === end} ${index === last ? ref((item) => item && sight.observe(item)) : nothing}>${button(prompt, index, shown, hands)}</li>`)}
    </ol></div>
    <div class="acts">${single ? nothing : done(prompt, picked, hands)}</div>
  </section>`;
}

function button(prompt, index, { picked, advised, single }, hands) {
  const option = prompt.options[index];
  const chosen = picked.includes(index);
  const full = !single && !chosen && picked.length >= prompt.maximum;
  const key = hands.keyOf(index);
  return html`<button type="button" class="option" data-option=${index} data-about=${option.kind ? option.entity : nothing}
      aria-pressed=${single ? nothing : String(chosen)} aria-keyshortcuts=${key} ?disabled=${full} @click=${() => hands.pick(index)}>
    <kbd aria-hidden="true">${key}</kbd>
    <span class="said"><span class="name">${option.text}</span>
      ${advised.includes(index) ? html`<span class="advised">★ ${say("prompt.advised")}</span>` : nothing}
      ${option.does ? html`<span class="does"><span aria-hidden="true">→ </span>${option.does}</span>` : nothing}
      ${option.detail ? html`<span class="detail">${option.detail}</span>` : nothing}</span>
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
  return html`<button type="button" class="small" popovertarget="always">${say("always.title")}</button>
    <div id="always" class="all-tools" popover aria-label=${say("always.title")}>
      ${prompt.always.map((index) => [button("", "always.same", index), theirs(index), button("any turn ", "always.turn", index)])}</div>`;
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

const clockOf = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Show all timers of the page as they stand now: those that run out, and those that tell since when one waits. */
export function tick(root = document) {
  for (const timer of root.querySelectorAll("[data-until]")) {
    const seconds = Math.max(0, Math.round((timer.dataset.until - Date.now()) / 1000));
    const text = say("prompt.left", { time: clockOf(seconds) });
    if (timer.textContent !== text) timer.textContent = text;
    timer.toggleAttribute("data-short", seconds <= 10);
  }
  for (const timer of root.querySelectorAll("[data-since]"))
    timer.textContent = clockOf(Math.max(0, Math.round((Date.now() - timer.dataset.since) / 1000)));
}
