/**
 * What one practises, with how many and against whom; the match that waits to go on; and whether all of it is at hand without a
 * connection. What one has chosen is remembered by the browser. An address may name the game: `/practice/#duel`.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { ref } from "../vendor/lit-html/directives/ref.js";
import { emblem } from "../table/emblem.js";
import { later } from "../table/later.js";
import { page, say } from "../table/words.js";
import { keep, keptMatch, keepMatch, ownDecks, remembered, remember, renewDecks, state } from "./keeping.js";

const USUAL = "greedy";
const { games, names } = page.practice;
const before = remembered();
const chosen = { level: before.level ?? USUAL, games: before.games ?? {}, game: (gameOf(location.hash.slice(1)) ?? gameOf(before.game) ?? games[0])?.id };
let left = false; // whether a match was here: then the heading is where one goes on

function gameOf(id) {
  return games.find((each) => each.id === id);
}

/** The choice, in the place of the lobby. */
function chooser(hands, draw) {
  keep(draw);
  renewDecks(draw);
  const arrive = (heading) => {
    if (heading && left) heading.focus();
    left = false;
  };
  return html`<section class="practice" aria-labelledby="practice">
    <h1 id="practice" tabindex="-1" ${ref(arrive)}>${say("practice.title")}</h1>
    <div class="intro"><p>${say("practice.intro")}</p><p>${say("practice.counts")}</p></div>
    ${waiting(hands, draw)}
    ${games.length ? form(hands, draw) : html`<p role="status">${say("practice.none")}</p>`}
    <p class="soft" role="status" data-kept=${state()}>${say(`practice.kept.${state()}`)}</p>
  </section>`;
}

/** The match that has been begun here and can go on. */
function waiting(hands, draw) {
  const kept = keptMatch();
  if (!kept) return nothing;
  const drop = () => {
    keepMatch(null);
    draw();
  };
  return html`<section class="waits" aria-labelledby="waits"><h2 id="waits">${say("practice.waits", { game: kept.name })}</h2>
    <p class="acts"><button type="button" class="main" @click=${() => begin(kept, hands)}>${say("practice.go_on")}</button>
      <button type="button" @click=${drop}>${say("practice.drop")}</button></p></section>`;
}

function form(hands, draw) {
  const choose = ({ target }) => {
    chosen.game = target.value;
    draw();
  };
  const send = (event) => {
    event.preventDefault();
    start(gameOf(chosen.game), new FormData(event.target), hands);
  };
  const game = gameOf(chosen.game);
  return html`<form @submit=${send}>
    <fieldset class="games"><legend>${say("practice.game")}</legend>
      ${games.map((each) => html`<label class="game"><input type="radio" name="game" value=${each.id} .checked=${each === game} @change=${choose}>
        ${emblem(each)}<span class="about"><b>${each.name}</b> <small>${facts(each)}</small> <span class="line">${each.face.line}</span></span></label>`)}
    </fieldset>
    <div class="how" role="group" aria-label=${game.name}>
      ${settings(game, draw)}
      ${keyed(game.id, rules(game, draw))}
    </div>
    <p class="begin"><button class="main big">${say("practice.begin")}<span class="hidden"> ${game.name}</span></button></p>
  </form>`;
}

const read = new Map(); // by the address of a game's words: the sections of its rules; null where they cannot be had

/** The rules of a game, which are read when they are opened: they are kept with its words. */
function rules({ words }, draw) {
  const sections = read.get(words);
  const open = async ({ target }) => {
    if (!target.open || sections) return;
    read.set(words, await fetch(words).then((answer) => answer.json()).then((told) => told.rules, () => null));
    draw();
  };
  return html`<details class="set rules" @toggle=${open}><summary>${say("lobby.rules")}</summary>
    ${sections?.map(({ title, text }) => html`<details><summary>${title}</summary><p>${text}</p></details>`) ?? html`<p role="status">${say(sections === null ? "link.wait" : "link.open")}</p>`}</details>`;
}

const facts = ({ seats, face }) => [
  say("lobby.players", { count: seats.length > 1 ? `${seats[0]}–${seats.at(-1)}` : seats[0] }),
  face.minutes ? say("lobby.minutes", { count: face.minutes }) : face.length, face.level,
].filter(Boolean).join(" · ");

/** What was chosen of a game. */
const ownOf = ({ id }) => (chosen.games[id] ??= { options: {} });
const seatsOf = (game) => (game.seats.includes(ownOf(game).seats) ? ownOf(game).seats : game.usual);

/** The decks of a game: those of one's own by what chooses them, and all that are `offered`, with their names. */
function decksOf({ id, decks }) {
  const own = Object.entries(ownDecks()[id] ?? {}).map(([name, cards]) => [`own ${name}`, cards]);
  const named = own.map(([value]) => [value, say("practice.own_deck", { name: value.slice(4) })]);
  return { own: Object.fromEntries(own), offered: [["", say("lobby.by_lot")], ...named, ...decks.map((name, place) => [String(place), name])] };
}

/** Which of them is chosen; by lot, if that is none any more. */
const deckOf = (game) => decksOf(game).offered.find(([value]) => value === ownOf(game).deck)?.[0] ?? "";
const select = (label, name, options, now, change) => html`<label>${label}
  <select name=${name} @change=${change}>${options.map(([value, text]) => html`<option value=${value} .selected=${String(value) === String(now)}>${text}</option>`)}</select></label>`;

function settings(game, draw) {
  const own = ownOf(game);
  const seats = seatsOf(game);
  const change = ({ target }) => {
    own.seats = Number(target.value);
    draw();
  };
  const options = game.options.filter((option) => !option.seats.length || option.seats.includes(seats));
  return html`
    ${game.seats.length > 1 ? select(say("practice.seats"), "seats", game.seats.map((count) => [count, say(count === 2 ? "practice.one" : "practice.many", { count: count - 1 })]), seats, change) : nothing}
    ${select(say("lobby.level"), "level", game.levels.map(({ kind, level }) => [kind, level]), chosen.level, ({ target }) => (chosen.level = target.value))}
    ${game.decks.length ? select(say("lobby.deck"), "deck", decksOf(game).offered, deckOf(game), ({ target }) => (own.deck = target.value)) : nothing}
    ${options.length ? html`<details class="set variants"><summary>${say("lobby.options")}</summary>
      <div class="options">${options.map((option) => html`<label>${field(option, own.options[option.name] ?? option.value)} <span>${option.label}</span></label>`)}</div></details>` : nothing}`;
}

function field({ name, kind, range: [least, most] }, value) {
  if (kind === "switch") return html`<input type="checkbox" name=${`option.${name}`} .checked=${Boolean(value)}>`;
  return html`<input type="number" inputmode="numeric" required name=${`option.${name}`} min=${least} max=${most} .value=${String(value)}>`;
}

/** Begin what the form says. */
function start(game, data, hands) {
  const seats = seatsOf(game);
  const options = game.options.filter((option) => !option.seats.length || option.seats.includes(seats));
  const valueOf = ({ name, kind }) => (kind === "switch" ? data.has(`option.${name}`) : Number(data.get(`option.${name}`)));
  const own = Object.assign(ownOf(game), { seats, options: Object.fromEntries(options.map((option) => [option.name, valueOf(option)])) });
  remember({ ...chosen, level: data.get("level") });
  const { machine, book, words, name } = game;
  const chosenDeck = deckOf(game);
  const deck = chosenDeck ? decksOf(game).own[chosenDeck] ?? Number(chosenDeck) : null;
  begin({ name, machine, book, words, seats, options: own.options, deck, level: data.get("level"), kept: null }, hands);
}

/** Let the worker play: a match anew, or one that was kept. */
function begin(wanted, hands) {
  left = true;
  const sentences = { failed: say("practice.failed"), broken: say("practice.broken"), deck: say("practice.deck_gone") };
  hands.link.send("practice_begin", [], { ...wanted, you: say("practice.you"), bots: names, sentences });
}

later.chooser = chooser;
