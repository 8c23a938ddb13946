/** What one practises, and against whom; and that all of it is at hand without a connection. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { keep, state } from "./keeping.js";
import { later } from "../table/later.js";
import { page, say } from "../table/words.js";

const USUAL = "greedy";
const { games, names } = page.practice;

/** The choice, in the place of the lobby. */
function chooser(hands, draw) {
  keep(draw);
  return html`<section class="practice" aria-labelledby="practice">
    <h1 id="practice" tabindex="-1">${say("practice.title")}</h1>
    <p>${say("practice.intro")}</p>
    <p class="quiet">${say("practice.counts")}</p>
    ${games.length ? form(hands) : html`<p role="status">${say("practice.none")}</p>`}
    <p class="quiet" role="status" data-kept=${state()}>${say(`practice.kept.${state()}`)}</p>
  </section>`;
}

function form(hands) {
  const levels = new Map(games.flatMap(({ levels: listed }) => listed.map(({ kind, level }) => [kind, level])));
  const begin = (event) => {
    event.preventDefault();
    const chosen = new FormData(event.target);
    begins(games.find(({ id }) => id === chosen.get("game")), chosen.get("level"), hands);
  };
  return html`<form class="acts" @submit=${begin}>
    <fieldset class="games"><legend>${say("practice.game")}</legend>
      ${games.map(({ id, name, line, bots }, place) => html`<label><input type="radio" name="game" value=${id} ?checked=${place === 0}>
        <b>${name}</b> <span>${say(bots === 1 ? "practice.one" : "practice.many", { count: bots })}${line ? html`<small>${line}</small>` : nothing}</span></label>`)}
    </fieldset>
    <label>${say("practice.level")} <select name="level">
      ${[...levels].map(([kind, level]) => html`<option value=${kind} ?selected=${kind === USUAL}>${level}</option>`)}</select></label>
    <button class="main">${say("practice.begin")}</button>
  </form>`;
}

function begins({ machine, book, words }, level, hands) {
  hands.link.send("practice_begin", [], { machine, book, words, level, you: say("practice.you"), bots: names, sentences: { failed: say("practice.failed") } });
}

later.chooser = chooser;
