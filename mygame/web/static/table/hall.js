/**
 * The hall: a table is found, joined or watched, games are begun, friends are seen, the world outside is heard of. What one has
 * filtered is remembered by the browser. Every button types what a person would type. Begin with `hall`.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { emblem } from "./emblem.js";
import { outside, registration, scenes, seatName } from "./lobby.js";
import { say } from "./words.js";

const KEPT = "chrono-hall";
const TOGGLES = ["free_seat", "with_friends"];
const wanted = kept(); // {game, bot, free_seat, with_friends, lessons}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function want(name, value, draw) {
  wanted[name] = value;
  try {
    localStorage.setItem(KEPT, JSON.stringify(wanted));
  } catch {
    // the choice holds as long as the page
  }
  draw();
}

const isFree = (seat) => !seat.name && !seat.bot;

/** The tables of the filter: those where one sits first, then open ones, those that lack the fewest before the others. */
function tablesOf({ tables, games, friends }) {
  const names = new Set((friends ?? []).map(({ name }) => name));
  const rank = ({ seats, state }) => {
    if (seats.some(({ you }) => you)) return 0;
    const waits = state === "open" && seats.some(isFree);
    return (waits ? seats.filter(isFree).length : 99) + (seats.some(({ name, connected }) => name && connected) ? 0 : 50);
  };
  return tables
    .filter(({ state, seats }) => state !== "finished" || seats.some(({ you }) => you))
    .filter(({ game }) => !gameOf(games) || game === wanted.game)
    .filter(({ seats }) => !wanted.free_seat || seats.some(isFree))
    .filter(({ seats }) => !wanted.with_friends || seats.some(({ name }) => names.has(name)))
    .sort((one, other) => rank(one) - rank(other) || one.number - other.number);
}

/** The game that is filtered by, if it is still there. */
const gameOf = (games) => games.find(({ id }) => id === wanted.game);
const lessonOf = (game, games) => games.some(({ teaches }) => teaches === game.id);

export function hall(lobby, hands, told, draw) {
  if (lobby.place) return outside(lobby, hands, told);
  const { games } = lobby;
  const chosen = gameOf(games);
  const listed = games.filter((game) => !game.teaches && (!wanted.lessons || lessonOf(game, games)));
  const tables = tablesOf(lobby);
  return html`<div class="hall inside">
    <section class="seek" aria-labelledby="tables">
      <h2 id="tables">${say("lobby.tables")}</h2>
      <p class="acts"><button type="button" class="main big" @click=${() => hands.type(`seek ${chosen?.id ?? ""}`.trim())}>${say("lobby.seek")}</button>
        <span class="soft">${say("lobby.seek_hint")}</span></p>
      <div class="filters" role="group" aria-label=${say("lobby.filters")}>${filters(games, draw)}</div>
      ${tables.length
        ? html`<ul class="tables">${repeat(tables, ({ number }) => number, (table) => html`<li>${tableCard(table, lobby, hands)}</li>`)}</ul>`
        : html`<p class="none">${say(lobby.tables.some(({ state }) => state !== "finished") ? "lobby.no_such_tables" : "lobby.no_tables")}</p>`}
    </section>
    <section aria-labelledby="games">
      <div class="titled"><h2 id="games">${say("lobby.games")}</h2>${toggle("lessons", draw)}${levelChoice(games, draw)}</div>
      <ul class="games">${repeat(listed, ({ id }) => id, (game) => html`<li>${gameCard(game, games, hands)}</li>`)}</ul>
    </section>
    <div class="beside">
      ${lobby.friends?.length ? friendsHere(lobby.friends, hands) : nothing}
      ${scenes(lobby, hands)}
      ${lobby.door ? door(lobby.door, lobby.news ?? [], hands) : nothing}
      ${lobby.you?.guest ? registration(hands) : nothing}
    </div>
  </div>`;
}

function filters(games, draw) {
  const chosen = gameOf(games)?.id ?? "";
  return html`<label class="pick"><span class="hidden">${say("lobby.games")}</span>
      <select @change=${({ target }) => want("game", target.value, draw)}>
        <option value="" ?selected=${!chosen}>${say("lobby.any_game")}</option>
        ${games.filter(({ teaches }) => !teaches).map(({ id, name }) => html`<option value=${id} ?selected=${id === chosen}>${name}</option>`)}
      </select></label>
    ${TOGGLES.map((name) => toggle(name, draw))}`;
}

const toggle = (name, draw) => html`<button type="button" class="toggle" aria-pressed=${String(Boolean(wanted[name]))}
  @click=${() => want(name, !wanted[name], draw)}>${say(`lobby.${name}`)}</button>`;

/** How strong the bots are that take the free seats: for all games at once. */
function levelChoice(games, draw) {
  const known = new Map(games.flatMap(({ bots }) => bots.map(({ kind, level }) => [kind, level])));
  const chosen = known.has(wanted.bot) ? wanted.bot : "greedy";
  return html`<label>${say("lobby.level")} <select name="bot" @change=${({ target }) => want("bot", target.value, draw)}>
    ${[...known].map(([kind, level]) => html`<option value=${kind} ?selected=${kind === chosen}>${level}</option>`)}</select></label>`;
}

function gameCard(game, games, hands) {
  const { id, name, players: [least, most], bots, decks, face } = game;
  const alone = most === 1;
  const bot = bots.some(({ kind }) => kind === wanted.bot) ? wanted.bot : "";
  const play = () => hands.type(`play ${id} ${alone ? "" : bot}`.trim());
  const facts = [say("lobby.players", { count: least === most ? `${least}` : `${least}–${most}` }),
    face?.minutes ? say("lobby.minutes", { count: face.minutes }) : face?.length, face?.level];
  const named = html`<span class="hidden"> ${name}</span>`;
  return html`<article class="game">${emblem(game, play)}
    <div><h3>${name}</h3>
      <p class="soft">${facts.filter(Boolean).join(" · ")}</p>
      ${face?.line ? html`<p class="line">${face.line}</p>` : nothing}
      <p class="acts">
        <button type="button" class="main" @click=${play}>${say("lobby.play")}${named}</button>
        ${lessonOf(game, games) ? html`<button type="button" @click=${() => hands.type(`tutorial ${id}`)}>${say("lobby.lesson")}${named}</button>` : nothing}
        ${alone ? nothing : html`<button type="button" @click=${() => hands.type(`open ${id}`)}>${say("lobby.open")}${named}</button>`}
      </p>
      <p class="more"><a href=${`/games/${id}/`}>${say("lobby.rules")}${named}</a>
        <a href=${`/cards/${id}/`}>${say("lobby.cards")}${named}</a>
        ${decks ? html`<a href=${`/decks/${id}/`}>${say("lobby.decks")}${named}</a>` : nothing}</p>
    </div>
  </article>`;
}

function tableCard(table, { games }, hands) {
  const { number, name, state, seats, watchers } = table;
  const own = seats.some(({ you }) => you);
  const joins = own || (state !== "playing" && seats.some(isFree));
  const title = say("lobby.table", { number, game: name });
  const named = html`<span class="hidden"> ${title}</span>`;
  return html`<article class="table" data-state=${state}>${emblem(games.find(({ id }) => id === table.game) ?? {})}
    <div><h3>${title}</h3>
      <p class="soft">${say(`lobby.state.${state}`)}${watchers ? ` · ${say("lobby.watchers", { count: watchers })}` : ""}</p>
      <ul class="seats">${seats.map((seat) => html`<li ?data-free=${isFree(seat)} ?data-bot=${Boolean(seat.bot)}>${seatName(seat)}</li>`)}</ul>
      <p class="acts">
        ${joins ? html`<button type="button" class="main" @click=${() => hands.type(`join ${number}`)}>${say(own ? "lobby.return" : "lobby.join")}${named}</button>` : nothing}
        ${own ? nothing : html`<button type="button" @click=${() => hands.type(`watch ${number}`)}>${say("lobby.watch")}${named}</button>`}
      </p></div>
  </article>`;
}

function friendsHere(friends, hands) {
  return html`<section aria-labelledby="friends"><h2 id="friends">${say("lobby.friends")}</h2>
    <ul class="friends">${friends.map(({ name, where, table }) => html`<li><a href=${`/people/${encodeURIComponent(name)}/`}>${name}</a> <span class="soft">${where}</span>
      ${table ? html`<button type="button" @click=${() => hands.type(`watch ${table}`)}>${say("lobby.watch")}<span class="hidden"> ${name}</span></button>` : nothing}</li>`)}</ul></section>`;
}

/** The way out of the hall, and what goes on behind it. */
function door({ name, text, line }, news, hands) {
  return html`<section aria-labelledby="door"><h2 id="door">${say("lobby.door")}</h2>
    <p>${text}${news.map((told) => html` <span class="soft">${say("lobby.news", { text: told })}</span>`)}</p>
    <p class="acts"><button type="button" @click=${() => hands.type(line)}>${say("lobby.go_out", { name })}</button></p></section>`;
}
