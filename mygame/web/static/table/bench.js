/**
 * A builder's sandbox beside its board: what each answer did, step by step, and what can be changed of
 * the situation. Every control types what a builder would type (`try undo`, `try give hand bash`).
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { page, say } from "./words.js";

const EVERYTHING = 2; // how deep the steps are that only matter to who wants to see all
const BOTS = ["off", "random", "greedy"];

/** What the last answers did; `shown.deep` says whether all of it is wanted. */
export function stepsPanel({ number, steps, leftOut }, shown, draw) {
  const told = steps.filter(({ deep }) => shown.deep || deep < EVERYTHING);
  const change = ({ target }) => {
    shown.deep = target.checked;
    draw();
  };
  return html`<section class="steps" aria-labelledby="steps-head">
    <h2 id="steps-head">${say("bench.steps")}</h2>
    ${told.length ? keyed(number, list(told, leftOut)) : html`<p class="empty">${say("bench.noSteps")}</p>`}
    <label><input type="checkbox" .checked=${Boolean(shown.deep)} @change=${change}> ${say("bench.deep")}</label>
  </section>`;
}

const list = (steps, leftOut) => html`<ol tabindex="0" aria-labelledby="steps-head">
  ${steps.map(({ what, told }) => html`<li data-step=${what}>${told}</li>`)}
  ${leftOut ? html`<li>${say("bench.leftOut", { count: leftOut })}</li>` : nothing}
</ol>`;

/** What can be done with the situation; `ctx` is what its table is drawn from. */
export function benchPanel(sandbox, ctx, hands) {
  const type = (line) => () => hands.type(line);
  const leave = page.try
    ? html`<a class="button" href=${page.try.back} @click=${() => hands.leaveBench()}>${say("bench.done")}</a>`
    : html`<button type="button" @click=${() => hands.leaveBench()}>${say("bench.done")}</button>`;
  return html`<section class="own bench" aria-labelledby="bench-head">
    <h2 id="bench-head">${say("bench.title")}</h2>
    <p class="acts">
      <button type="button" ?disabled=${!sandbox.answers} @click=${type("try undo")}>${say("act.back")}</button>
      <button type="button" @click=${type("try again")}>${say("bench.again")}</button>
      <button type="button" ?disabled=${sandbox.asked === null} @click=${type("try default")}>${say("bench.default")}</button>
      ${leave}
    </p>
    <p class="pair">${eyes(sandbox, ctx, hands)}${bots(sandbox, hands)}</p>
    <details><summary>${say("bench.lay")}</summary>
      ${cards(sandbox, ctx, hands)}
      ${line("dice", "1 6 3", (typed) => `try give dice ${typed}`, hands)}
      ${line("give", "mana 9", (typed) => `try give ${typed}`, hands)}
      <p class="empty">${say("bench.given")}</p>
      <pre tabindex="0">${sandbox.given}</pre>
    </details>
    <details><summary>${say("bench.scenarios")}</summary>
      ${line("from", "", (typed) => `try from ${typed}`, hands, sandbox.beginnings)}
      ${line("keep", "", (typed) => `try keep ${typed}`, hands)}
    </details>
  </section>`;
}

const seats = ({ names }) => names.map((name, seat) => [seat, name]);

function eyes({ eyes: chosen }, ctx, hands) {
  const known = [["asked", say("bench.asked")], ...seats(ctx), ["none", say("bench.nobody")]];
  return choice("eyes", known, chosen, (value) => hands.type(`try eyes ${/^\d+$/.test(value) ? Number(value) + 1 : value}`));
}

function bots({ bots: playing }, hands) {
  const known = BOTS.map((kind) => [kind, say(`bench.bot.${kind}`)]);
  return choice("bots", known, playing[0]?.kind ?? "off", (value) => hands.type(`try bots ${value}`));
}

const choice = (name, known, chosen, change) => html`<label>${say(`bench.${name}`)}
  <select data-choice=${name} @change=${({ target }) => change(target.value)}>
    ${known.map(([value, text]) => html`<option value=${value} ?selected=${String(value) === String(chosen)}>${text}</option>`)}
  </select></label>`;

/** A line to type, and what is typed then; `known` are some that can be. */
function line(name, example, said, hands, known = []) {
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements[name];
    if (field.value.trim() && hands.type(said(field.value.trim()))) field.value = "";
  };
  return html`<form class="acts" data-line=${name} @submit=${submit}>
    <label>${say(`bench.${name}`)} <input name=${name} placeholder=${example} maxlength="300" autocomplete="off" autocapitalize="off"
      list=${known.length ? `${name}-known` : nothing}></label>
    ${known.length ? html`<datalist id=${`${name}-known`}>${known.map((each) => html`<option value=${each}></option>`)}</datalist>` : nothing}
    <button aria-label=${`${say("bench.do")}: ${say(`bench.${name}`)}`}>${say("bench.do")}</button>
  </form>`;
}

/** Cards for a zone: beside those with which the situation begins there, or in their place. */
function cards({ zones, given }, ctx, hands) {
  const submit = (event) => {
    event.preventDefault();
    const { card, zone, seat, instead } = event.target.elements;
    const [place, wanted] = [zones[zone.value], card.value.trim()];
    if (!place || !wanted) return;
    const before = instead.checked ? [] : lying(JSON.parse(given), place, Number(seat.value));
    const whose = place.own ? `seat ${Number(seat.value) + 1} ` : "";
    if (hands.type(`try give ${whose}${place.zone} ${[...before, wanted].join(", ")}`)) card.value = "";
  };
  const names = [...new Set(Object.values(ctx.book.cards).map(({ name }) => name))];
  return html`<form class="laying" data-line="card" @submit=${submit}>
    <label>${say("bench.card")} <input name="card" list="bench-cards" maxlength="200" autocomplete="off" autocapitalize="off"></label>
    <datalist id="bench-cards">${names.map((name) => html`<option value=${name}></option>`)}</datalist>
    <label>${say("bench.zone")} <select name="zone">${zones.map(({ name }, index) => html`<option value=${index}>${name}</option>`)}</select></label>
    <label>${say("bench.seat")} <select name="seat">${seats(ctx).map(([seat, name]) => html`<option value=${seat}>${name}</option>`)}</select></label>
    <label class="tick"><input type="checkbox" name="instead"> ${say("bench.instead")}</label>
    <button>${say("bench.put")}</button>
  </form>`;
}

/** The cards with which a scenario begins in a zone, by their names in its file. */
function lying({ given = {} }, { zone, own }, seat) {
  const found = (own ? given.players?.[seat] : given.zones)?.[zone];
  return Array.isArray(found) ? found : [];
}
