/**
 * The table of a match, drawn: its parts (`layout.js`) with what the reader sees in them.
 *
 * It knows no game. `hands` is what the reader can do here: `hands.choices` (uuid -> the options that
 * are about it), `hands.picked` (uuids), and `hands.act(uuid)`, `hands.look(uuid)`. Begin with `playArea`.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { sign } from "./art.js";
import { cardBack, cardFace, pile } from "./card.js";
import { fill, isNow, playerRow } from "./fill.js";
import { emsOf, longestOf } from "./fit.js";
import { largeCard } from "./large.js";
import { layoutOf, stageOf, windowNow } from "./layout.js";
import { hueOf, piece } from "./piece.js";
import { cardRows, zonesNamed } from "./rows.js";
import { track } from "./track.js";
import { say } from "./words.js";

const BACKS = 10; // backs that are drawn of a hand; more are told
const ROOM = 6; // cards of a row that have room beside one another, if the board does not say for how many
const MANY = 4; // players in a row; more make two where there is no room

/** The board, and over it what somebody looks at: `shown` has `detail` (a card or a player), `aloud` and `zone`. */
export function playArea(ctx, hands, { detail, aloud, zone }) {
  return html`<div class="play">${guard([ctx, hands.picked, windowNow()], () => board(ctx, hands))}
    ${detail ? largeCard(detail, ctx, hands, aloud, matOf) : nothing}${zone ? opened(zone, ctx, hands) : nothing}</div>`;
}

function board(ctx, hands) {
  const { style, window, places } = stageOf(ctx);
  return html`<div class="board" data-window=${window} .style=${style}>
    ${repeat(places, ([area]) => area, ([area, parts]) => html`<div class="place" data-area=${area} .style=${`grid-area: ${area}`}>
      ${repeat(parts.filter(({ part }) => isNow(part.when, ctx)), ({ part }) => part.id, ({ part, players }) => drawn(part, players, ctx, hands))}
    </div>`)}
  </div>`;
}

const DRAWN = { mats, row, track: wheel, line };

function drawn(part, players, ctx, hands) {
  const draw = part.draw ?? "row";
  const body = (DRAWN[draw] ?? row)(part, ctx, hands, players);
  if (body === nothing) return nothing;
  const owner = players.length === 1 && players[0] ? playerRow(players[0], ctx) : {};
  const title = part.title && fill(part.title, owner, ctx);
  return html`<section class="part" data-part=${part.id} data-draw=${draw} aria-label=${title || nothing}>
    ${title ? html`<h3 aria-hidden="true">${title}</h3>` : nothing}
    ${draw === "track" ? html`<button type="button" class="open" aria-haspopup="dialog" aria-label=${`${say("board.open")} ${title || ""}`}
      title=${say("board.open")} @click=${() => hands.open({ part: part.id, title })}>⤢</button>` : nothing}
    <div class="room">${body}</div>
  </section>`;
}

function wheel(part, ctx) {
  return track(part, ctx);
}

function line(part, ctx, hands, players) {
  return players.map(
    (player) => html`<p>${fill(part.text ?? "", player ? playerRow(player, ctx) : {}, ctx)}</p>`,
  );
}

// -- players

function mats(part, ctx, hands, players) {
  const count = players.length;
  return html`<div class="mats" .style=${`--n: ${count}; --half: ${Math.ceil(count / 2)}`} data-many=${count > 2 + MANY ? "very" : count > MANY ? "yes" : nothing}>
    ${repeat(players, ({ seat }) => seat, (player) => mat(part, player, ctx, hands))}</div>`;
}

/** The mat of a player, wherever it is, to be looked at. */
function matOf(player, ctx, hands) {
  const parts = stageOf(ctx).places.flatMap(([, each]) => each);
  const found = parts.find(({ part, players }) => part.draw === "mats" && players.some((each) => each?.seat === player.seat));
  return found ? mat(found.part, player, ctx, hands) : html`<p>${ctx.names[player.seat]}</p>`;
}

function mat(part, player, ctx, hands) {
  const row = playerRow(player, ctx);
  const own = row.me ? html`<i>${say("board.you", { name: "" })}</i>` : nothing;
  const zones = (part.zones ?? []).map((zone) => (typeof zone === "string" ? { zone } : zone));
  const fields = (part.fields ?? []).filter((field) => isNow(field.when, ctx)).map((field) => ({ ...field, head: headOf(field, ctx), told: toldOf(field, row, ctx) }));
  const states = fields.filter(({ head }) => !head);
  const first = fields.find(({ first }) => first);
  return html`<article class="mat" data-seat=${row.seat} ?data-me=${row.me} ?data-asked=${row.asked} .style=${`--hue: ${hueOf(row.seat)}`}>
    <div class="laid">
      <header>
        ${touchable(row.uuid, hands, html`${piece(row.seat)}<b .style=${`--ems: ${emsOf(row.name)}`}>${row.name}</b>${own}`, "who")}
        ${ctx.clock?.seat === row.seat && !row.me ? html`<span class="timer" role="timer" data-until=${ctx.clock.until}></span>` : nothing}
        <span class="asked" ?data-off=${!row.asked}>${say("board.asked")}</span>
        ${first ? html`<dl>${chip(first)}</dl>` : nothing}
      </header>
      <dl>${fields.filter((field) => field.head && field !== first).map(chip)}
        ${zones.filter(({ as }) => as === "count").map((zone) => counted(zone, player, ctx, hands))}</dl>
      ${states.length ? html`<p class="states">${states.map(({ told }) => (told ? html`<b>${told}</b> ` : nothing))}</p>` : nothing}
      ${zonesOf(zones.filter(({ as }) => as !== "count"), player, ctx, hands)}
    </div>
  </article>`;
}

/** The zone whose size a field tells: "{deck.count}". */
const zoneTold = (text) => /^\[?\{(\w+)\.count\b/.exec(text)?.[1];
const toldOf = ({ text, name }, row, ctx) => fill(text ?? `{${name}}`, row, ctx).trim();
const headOf = ({ label, name }, ctx) => (label === undefined ? ctx.book.words?.field?.[name] ?? "" : fill(label, {}, ctx));

/** What is told of a player under a name keeps its place while there is nothing to tell. */
const chip = ({ told, head, name, text, large, glyph }) => html`<div class="chip" data-field=${name ?? nothing} data-zone=${zoneTold(text) ?? nothing} ?data-large=${large}
  ?data-empty=${!told} aria-hidden=${told ? nothing : "true"}>${named(head, glyph)}<dd>${told}</dd></div>`;

/** The name of what a player has: as a sign, where the board gives it one. */
const named = (head, glyph) => (glyph ? html`<dt title=${head}>${sign(glyph)}<span class="hidden">${head}</span></dt>` : html`<dt>${head}</dt>`);

// -- cards

function row(part, ctx, hands, players) {
  const zones = players.flatMap((player) => part.zones.flatMap((zone) => zonesNamed(zone, ctx.view, player)));
  const cards = part.reverse ? cardRows(zones).reverse() : cardRows(zones);
  if (!cards.length && !part.empty && part.each !== "you") return nothing;
  const told = { size: part.size ?? "medium", room: part.room ?? ROOM, free: part.free ?? 0, whose: !part.each };
  return cards.length ? list(cards, ctx, hands, told) : html`<p class="empty">${fill(part.empty, {}, ctx) || say("board.empty")}</p>`;
}

const zoneName = ({ zone, label }, ctx) => (label && fill(label, {}, ctx)) ?? ctx.book.words?.zone?.[zone] ?? zone;

/** Whether the cards of a zone lie on the table for the reader, whose they are. */
const liesOpen = (zone, { seat }, ctx) =>
  seat === ctx.view.you && layoutOf(ctx).parts.some(({ draw, each, zones = [] }) => draw === "row" && each === "you" && zones.includes(zone));

/** A zone as a number, behind which lie its cards, if one may see them and they lie nowhere else. */
function counted(spec, player, ctx, hands) {
  const [found] = zonesNamed(spec.zone, ctx.view, player);
  if (!found) return nothing;
  const name = zoneName(spec, ctx);
  const look = () => hands.open({ name: spec.zone, seat: player.seat, title: name });
  return html`<div class="chip" data-counted data-zone=${spec.zone} ?data-large=${spec.large}>${named(name, spec.glyph)}<dd>${found.cards.length && !liesOpen(spec.zone, player, ctx)
    ? html`<button type="button" aria-haspopup="dialog" aria-label=${`${name} ${found.count}`} @click=${look}>${found.count}</button>` : found.count}</dd></div>`;
}

/** What somebody has opened: the cards of a zone (`{name, seat, title}`), or a part (`{part, title}`) as large as the window. */
function opened({ name, seat, part, title }, ctx, hands) {
  const found = part && stageOf(ctx).places.flatMap(([, parts]) => parts).find((each) => each.part.id === part);
  const body = found
    ? drawn(found.part, found.players, ctx, hands)
    : list(cardRows(zonesNamed(name, ctx.view, ctx.view.players[seat])), ctx, hands, { size: "medium" });
  return html`<dialog class="opened" ?data-part=${part} aria-label=${title || say("board.open")} @close=${() => hands.open(null)}
      @cancel=${() => hands.open(null)}>
    ${part ? nothing : html`<h2>${title}</h2>`}${body}
    <form method="dialog"><button>${say("board.close")}</button></form></dialog>`;
}

const WEIGHT = { small: 0.62, medium: 1, large: 1.25 }; // how wide cards of a mat are to one another
const FAN = 2; // places for cards of which backs are seen

/** The zones of a mat, each in a place of its own that is there with cards and without; in one line, or in two where that leaves more room. */
function zonesOf(specs, player, ctx, hands) {
  const there = specs
    .map(({ size = "small", as, room = as === "backs" ? FAN : 1, ...spec }) => ({ ...spec, as, size, room, weight: WEIGHT[size], found: together(spec, ctx, player) }))
    .filter(({ found }) => found);
  if (!there.length) return nothing;
  const lines = halves(there);
  const [one, two] = [[there], lines].map((each) => ({ long: Math.max(...each.map(wide)), high: each.map(tallest).reduce((a, b) => a + b), most: Math.max(...each.map(({ length }) => length)) }));
  return html`<div class="zones"><div class="row" .style=${`--long: ${one.long}; --high: ${one.high}; --places: ${one.most}; --long2: ${two.long}; --high2: ${two.high}; --places2: ${two.most}`}>
    ${lines.map((line) => html`<div class="line">${line.map((spec) => zoneOf(spec, ctx, hands))}</div>`)}</div></div>`;
}

/** What lies in a place: the cards of its zone, and of those with it; undefined where there is no such zone. */
function together({ zone, with: more = [] }, { view }, player) {
  const found = [zone, ...more].flatMap((name) => zonesNamed(name, view, player));
  return found.length ? { count: found.reduce((sum, { count }) => sum + count, 0), cards: cardRows(found) } : undefined;
}

const wide = (line) => line.reduce((sum, { weight, room }) => sum + weight * room, 0);
const tallest = (line) => Math.max(...line.map(({ weight }) => weight));

/** Zones in two lines which are as much alike in length as can be. */
function halves(zones) {
  if (zones.length < 2) return [zones];
  const cuts = zones.slice(1).map((_, index) => [zones.slice(0, index + 1), zones.slice(index + 1)]);
  const longer = (lines) => Math.max(...lines.map(wide));
  return cuts.reduce((best, cut) => (longer(cut) < longer(best) ? cut : best));
}

function zoneOf({ zone, as = "cards", size, empty, label, glyph, found, weight, room }, ctx, hands) {
  const name = zoneName({ zone, label }, ctx);
  const style = `--weight: ${weight}; --room: ${room}`;
  if (as === "pile") return html`<div class="zone" data-zone=${zone} .style=${style}>${pile(found, ctx, { name })}</div>`;
  const hidden = Math.min(found.count - found.cards.length, BACKS);
  return html`<div class="zone" data-zone=${zone} data-size=${size} .style=${style} role="group" aria-label=${`${name} ${found.count}`}>
    ${found.count ? nothing : vacant(empty ? fill(empty, {}, ctx) : name, glyph)}
    ${hidden > 0 ? backs(hidden, found, name, ctx) : nothing}
    ${found.cards.length ? list(found.cards, ctx, hands, { size }) : nothing}
  </div>`;
}

/** What stands in a place without cards, as large as its longest word lets it be. */
const vacant = (text, glyph) => html`<span class="empty" title=${text}>${glyph ? sign(glyph) : nothing}<span .style=${`--ems: ${longestOf(text)}`}>${text}</span></span>`;

function backs(drawn, { count, cards }, name, ctx) {
  const hidden = count - cards.length;
  return html`<div class="backs" role="img" aria-label=${say("board.hidden", { count: hidden, name })}>
    <div class="cards" .style=${`--n: ${drawn}`}>${Array.from({ length: drawn }, (_, index) =>
      html`<span .style=${`--i: ${index}`}>${cardBack(ctx, { size: "small" })}</span>`)}</div><span class="count">${hidden}</span>
  </div>`;
}

/**
 * Cards side by side. They are moved to their places, not laid out, so that a card which comes or goes shifts nothing else. `room`
 * is for how many there is to be room; more lie over one another, but for the first `free` ones. `whose`: whether each bears the sign of its holder.
 */
function list(cards, ctx, hands, { size, room = 0, free = 0, whose = false }) {
  // A row is one stop of the tabulator; arrows walk through it.
  const stop = cards.find(({ uuid }) => hands.choices.has(uuid)) ?? cards[0];
  return html`<ul class="cards" data-size=${size} .style=${`--n: ${cards.length}${free ? `; --free: ${free}` : ""}${room ? `; --room: ${room}` : ""}`}>
    ${repeat(cards, ({ uuid }) => uuid, (card, index) => {
      const owner = whose && Number.isInteger(card.holder) ? card.holder : null;
      return html`<li data-seat=${owner ?? nothing} .style=${`--i: ${index}${owner === null ? "" : `; --owner: ${hueOf(owner)}`}`}>
        ${slot(card, ctx, hands, size, card === stop)}${owner === null ? nothing : piece(owner)}</li>`;
    })}
  </ul>`;
}

function slot(card, ctx, hands, size, stop) {
  const options = hands.choices.get(card.uuid) ?? [];
  const face = cardFace(card, ctx, {
    size,
    choosable: options.length > 0,
    chosen: hands.picked.has(card.uuid),
    does: options.length === 1 ? options[0].does : "",
  });
  return touchable(card.uuid, hands, face, "slot", stop);
}

/** Something of the match that can be looked at, and chosen where an option is about it. */
function touchable(uuid, hands, body, kind, stop = true) {
  const choosable = hands.choices.has(uuid);
  return html`<button type="button" class=${kind} data-uuid=${uuid} tabindex=${stop ? 0 : -1} ?data-choosable=${choosable}
    aria-pressed=${hands.picked.has(uuid) ? "true" : nothing}
    aria-description=${choosable ? say("board.choosable") : nothing}>${body}</button>`;
}
