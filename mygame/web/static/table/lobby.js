/**
 * The hall and the table before a match: games to play at once, tables to join or to watch, one's own
 * table with its seats, bots and options. Every button types what a person would type.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { page, say } from "./words.js";

/** Whoever is not known yet: play at once as a guest, or say who one is. */
export function welcome(hands) {
  const { addresses } = page;
  return html`<section class="welcome">
    <h1>${say("lobby.welcome")}</h1>
    <p>${say("lobby.guest_hint")}</p>
    <p class="acts">
      <button type="button" class="main" @click=${() => hands.enter()}>${say("lobby.guest")}</button>
      <a class="button" href=${addresses.sign_in}>${say("lobby.sign_in")}</a>
      ${addresses.register ? html`<a class="button" href=${addresses.register}>${say("lobby.register")}</a>` : nothing}
    </p>
  </section>`;
}

const buttons = (listed, hands) => html`<p class="acts">${listed.map(({ name, line }) => html`<button type="button" @click=${() => hands.type(line)}>${name}</button>`)}</p>`;

/** What can be opened where one is: people, things. */
const scenes = ({ scenes: listed }, hands) => listed?.length ? html`<section aria-labelledby="scenes"><h2 id="scenes">${say("lobby.scenes")}</h2>
  ${buttons(listed.map(({ name, game, line }) => ({ name: game ? `${name}: ${game}` : name, line })), hands)}</section>` : nothing;

/** The way out of the hall, with what is behind it. */
const door = ({ name, text, line }, hands) => html`<section aria-labelledby="door"><h2 id="door">${say("lobby.door")}</h2>
  <p>${text}</p>${buttons([{ name: say("lobby.go_out", { name }), line }], hands)}</section>`;

/** Outside the hall: where one can go, whom one can visit, the map. */
function outside(lobby, hands, told) {
  const { name, ways, games, errands, camp } = lobby.place;
  const named = (lines) => lines.map((line) => ({ name: say(`lobby.outside.${line.replace(" ", "_")}`), line }));
  return html`<div class="hall">
    <section class="place" aria-labelledby="place"><h2 id="place" tabindex="-1">${name}</h2>
      <div class="told" role="log">${told}</div>
      ${buttons(ways, hands)}
      <p class="acts"><a class="button" href="/map/" target="map">${say("lobby.outside.map")}</a></p>
    </section>
    ${scenes(lobby, hands)}
    ${games.length ? html`<section aria-labelledby="play"><h2 id="play">${say("lobby.outside.play")}</h2>
      ${games.map(({ name: whose, stakes }) => html`<div role="group" aria-label=${whose}><p>${whose}</p>${buttons(stakes, hands)}</div>`)}</section>` : nothing}
    <section>${buttons([...errands, ...named(["look", "sheet", "inventory", "quests", "hall"])], hands)}</section>
    <section aria-labelledby="party"><h2 id="party">${say("lobby.outside.company")}</h2>
      ${buttons(named([...(camp ? ["go on"] : []), "party", "party look", "party bot", "party leave"]), hands)}</section>
    ${lobby.you?.guest ? registration(hands) : nothing}
  </div>`;
}

export function hall(lobby, hands, told) {
  if (lobby.place) return outside(lobby, hands, told);
  return html`<div class="hall">
    ${scenes(lobby, hands)}
    ${lobby.door ? door(lobby.door, hands) : nothing}
    <section aria-labelledby="games"><h2 id="games">${say("lobby.games")}</h2>
      <ul class="games">${lobby.games
        .filter(({ teaches }) => !teaches)
        .map((game) => html`<li>${gameCard(game, lobby.games.some(({ teaches }) => teaches === game.id), hands)}</li>`)}</ul>
    </section>
    <section aria-labelledby="tables"><h2 id="tables">${say("lobby.tables")}</h2>
      ${lobby.tables.length
        ? html`<ul class="tables">${repeat(lobby.tables, ({ number }) => number, (table) => html`<li>${tableCard(table, hands)}</li>`)}</ul>`
        : html`<p>${say("lobby.no_tables")}</p>`}
    </section>
    ${lobby.you?.guest ? registration(hands) : nothing}
  </div>`;
}

function gameCard({ id, name, players: [least, most], bots, decks }, taught, hands) {
  const start = (event) => {
    event.preventDefault();
    hands.type(`play ${id} ${new FormData(event.target).get("bot") ?? ""}`.trim());
  };
  const count = least === most ? `${least}` : `${least}–${most}`;
  const alone = most === 1;
  return html`<article class="game"><h3>${name}</h3>
    <p>${say("lobby.players", { count })}</p>
    <form @submit=${start}>
      ${alone ? nothing : html`<label>${say("lobby.level")} ${levels(bots)}</label>`}
      <button class="main">${say("lobby.play")}<span class="hidden"> ${name}</span></button>
      ${taught ? html`<button type="button" @click=${() => hands.type(`tutorial ${id}`)}>${say("lobby.lesson")}<span class="hidden"> ${name}</span></button>` : nothing}
      ${alone ? nothing : html`<button type="button" @click=${() => hands.type(`open ${id}`)}>${say("lobby.open")}<span class="hidden"> ${name}</span></button>`}
    </form>
    <p class="more"><a href=${`/games/${id}/`}>${say("lobby.rules")}<span class="hidden"> ${name}</span></a>
      <a href=${`/cards/${id}/`}>${say("lobby.cards")}<span class="hidden"> ${name}</span></a>
      ${decks ? html`<a href=${`/decks/${id}/`}>${say("lobby.decks")}<span class="hidden"> ${name}</span></a>` : nothing}</p>
  </article>`;
}

function levels(bots, usual = "greedy") {
  return html`<select name="bot">${bots.map(({ kind, level }) => html`<option value=${kind} ?selected=${kind === usual}>${level}</option>`)}</select>`;
}

const seatName = ({ name, bot }) => name || (bot ? say("lobby.bot") : say("lobby.free"));

function tableCard(table, hands) {
  const { number, name, state, seats, watchers } = table;
  const own = seats.some(({ you }) => you);
  const free = seats.some((seat) => !seat.name && !seat.bot);
  const joins = own || (state !== "playing" && free);
  const title = say("lobby.table", { number, game: name });
  return html`<article class="table"><h3>${title}</h3>
    <p>${say(`lobby.state.${state}`)}${watchers ? ` · ${say("lobby.watchers", { count: watchers })}` : ""}</p>
    <ul class="seats">${seats.map((seat) => html`<li ?data-free=${!seat.name && !seat.bot}>${seatName(seat)}</li>`)}</ul>
    <p class="acts">
      ${joins ? html`<button type="button" class="main" @click=${() => hands.type(`join ${number}`)}>${say(own ? "lobby.return" : "lobby.join")}<span class="hidden"> ${title}</span></button>` : nothing}
      ${own ? nothing : html`<button type="button" @click=${() => hands.type(`watch ${number}`)}>${say("lobby.watch")}<span class="hidden"> ${title}</span></button>`}
    </p>
  </article>`;
}

/** The table at which one is, before a match and after it. */
export function ownTable(table, lobby, hands) {
  const bots = lobby.games.find(({ id }) => id === table.game)?.bots ?? [];
  const can = (what) => table.can.includes(what);
  const free = table.seats.filter(({ name, bot }) => !name && !bot).length;
  return html`<section class="own" aria-labelledby="own"><h2 id="own">${say("lobby.table", { number: table.number, game: table.name })}</h2>
    <p class="todo">${table.todo}</p>
    <ol class="seats">${table.seats.map((seat, index) => html`<li>${ownSeat(seat, index + 1, bots, can, hands)}</li>`)}</ol>
    <div class="acts">
      ${can("start") ? html`<button type="button" class="main" @click=${() => hands.type("start")}>${say("lobby.start")}</button>` : nothing}
      ${can("bot") && free ? html`<button type="button" class="main" @click=${() => hands.type("play")}>${say("lobby.start_with_bots")}</button>` : nothing}
      ${can("ready") ? html`<button type="button" class="main" @click=${() => hands.type("ready")}>${say("lobby.ready")}</button>` : nothing}
      ${can("sit") ? html`<button type="button" @click=${() => hands.type("sit")}>${say("lobby.sit")}</button>` : nothing}
      ${can("bot") && free ? html`<form @submit=${(event) => addBots(event, free, hands)}><label>${say("lobby.level")} ${levels(bots)}</label>
        <button>${say("lobby.add_bots")}</button></form>` : nothing}
      <button type="button" @click=${() => hands.invite(table.number)}>${say("lobby.invite")}</button>
      <button type="button" @click=${() => hands.type("leave")}>${say("lobby.leave")}</button>
    </div>
    ${table.deck ? deckChoice(table, hands) : nothing}
    ${table.options.length ? optionForm(table, can("option"), hands) : nothing}
  </section>`;
}

function addBots(event, count, hands) {
  event.preventDefault();
  hands.type(`bot ${new FormData(event.target).get("bot")} ${count}`);
}

function ownSeat(seat, number, bots, can, hands) {
  const state = seat.bot ? say("lobby.is_bot", { kind: bots.find(({ kind }) => kind === seat.bot)?.name ?? seat.bot }) : !seat.name ? "" : !seat.connected ? say("lobby.away")
    : seat.owner ? say("lobby.host") : say(seat.ready ? "lobby.is_ready" : "lobby.not_ready");
  const title = seat.you ? say("board.you", { name: seat.name }) : seatName(seat);
  return html`<b>${title}</b> <span>${state}</span>
    ${can("kick") && (seat.bot || seat.name) && !seat.you
      ? html`<button type="button" @click=${() => hands.type(seat.bot ? `bot remove ${number}` : `kick ${number}`)}>${say("lobby.away_with")}<span class="hidden"> ${title}</span></button>`
      : nothing}`;
}

/** `deck` of a table: what one has chosen (null: by lot), and what there is. */
function deckChoice({ deck, game }, hands) {
  return html`<p class="deck"><label>${say("lobby.deck")}
      <select @change=${({ target }) => hands.type(`deck use ${target.value}`)}>
        <option value="lot" ?selected=${deck.choice === null}>${say("lobby.by_lot")}</option>
        ${deck.decks.map(({ choice, name }) => html`<option value=${name} ?selected=${choice === deck.choice}>${name}</option>`)}
      </select></label>
    <a href=${`/decks/${game}/`}>${say("lobby.decks")}</a></p>`;
}

function optionForm({ options }, mine, hands) {
  return html`<fieldset class="options-of-table" ?disabled=${!mine}><legend>${say("lobby.options")}</legend>
    ${options.map((option) => option.kind === "cards" ? cardsField(option, hands) : html`<label>${option.label} ${optionField(option, hands)}</label>`)}
  </fieldset>`;
}

/** Several cards out of all that can be: a list of checkboxes. What is ticked is what the table says, not what was clicked. */
function cardsField({ name, label, value, choices }, hands) {
  const change = ({ target }) => {
    const chosen = target.checked ? [...value, target.value] : value.filter((id) => id !== target.value);
    target.checked = !target.checked;
    hands.type(`options ${name} ${chosen.join(",") || "none"}`);
  };
  return html`<details><summary>${label}: ${value.length}</summary>
    <ul class="cards-of-option">${choices.map(({ value: id, text }) => html`<li><label><input type="checkbox" value=${id} .checked=${value.includes(id)} @change=${change}> ${text}</label></li>`)}</ul></details>`;
}

function optionField({ name, kind, value, choices = [] }, hands) {
  const change = (chosen) => hands.type(`options ${name} ${chosen}`);
  if (kind === "switch")
    return html`<input type="checkbox" .checked=${Boolean(value)} @change=${({ target }) => change(target.checked ? "on" : "off")}>`;
  if (choices.length)
    return html`<select @change=${({ target }) => change(target.value)}>
      ${choices.map((choice) => html`<option value=${choice.value} ?selected=${choice.value === value}>${choice.text}</option>`)}</select>`;
  return html`<input type="number" inputmode="numeric" .value=${String(value)} @change=${({ target }) => change(target.value)}>`;
}

function registration(hands) {
  const send = (event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    if (hands.type(`register ${name} ${password}`)) event.target.elements.password.value = "";
  };
  return html`<section aria-labelledby="register"><h2 id="register">${say("lobby.keep")}</h2>
    <p>${say("lobby.keep_hint")}</p>
    <form class="register" @submit=${send}>
      <label>${say("lobby.name")} <input name="name" autocomplete="username" required maxlength="40" pattern="\\S+"></label>
      <label>${say("lobby.password")} <input name="password" type="password" autocomplete="new-password" required minlength="4" maxlength="100"></label>
      <button class="main">${say("lobby.register")}</button>
    </form></section>`;
}

/** How a match ended, and what can be done next. */
export function ending(over, seated, hands) {
  return html`<section class="ending" aria-labelledby="ending"><h2 id="ending" tabindex="-1">${say("over.title")}</h2>
    <p>${over.text}</p>
    <p class="acts">
      ${seated ? html`<button type="button" class="main" @click=${() => hands.type("rematch")}>${say("over.again")}</button>` : nothing}
      ${over.match ? html`<a class="button" href=${`/matches/${over.match}/`}>${say("over.replay")}</a>
        <button type="button" @click=${() => hands.share(`/matches/${over.match}/`)}>${say("over.share")}</button>` : nothing}
      <button type="button" @click=${() => hands.type("leave")}>${say("lobby.leave")}</button>
    </p>
    ${over.summary ? summed(over.summary) : nothing}</section>`;
}

/** Who was who, how the others saw each, and who did what. */
function summed({ lines, seen: [heads, ...rows] }) {
  return html`${heads ? html`<div class="seen" tabindex="0" role="region" aria-labelledby="seen"><table><caption id="seen">${say("over.seen")}</caption>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>` : nothing}
    <details class="summary"><summary>${lines[0]}</summary><ul>${lines.slice(1).map((line) => html`<li>${line}</li>`)}</ul></details>`;
}
