/**
 * The table of a match, drawn: its parts (`layout.js`) with what the reader sees in them.
 *
 * It knows no game. `hands` is what the reader can do here: `hands.choices` (uuid -> the options that
 * are about it), `hands.picked` (uuids), and `hands.act(uuid)`, `hands.look(uuid)`. Begin with `playArea`.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { cardBack, cardFace, pile } from "./card.js";
import { fill, isNow, playerRow } from "./fill.js";
import { largeCard } from "./large.js";
import { layoutOf } from "./layout.js";
import { cardRows, playersOf, zonesNamed } from "./rows.js";
import { piece, track } from "./track.js";
import { say } from "./words.js";

const BACKS = 10; // backs that are drawn of a hand; more are told

/** The board, and over it what somebody looks at: `shown` has `detail` (a card or a player), `aloud` and `zone`. */
export function playArea(ctx, hands, { detail, aloud, zone }) {
  return html`<div class="play">${guard([ctx, hands.picked], () => board(ctx, hands))}
    ${detail ? largeCard(detail, ctx, hands, aloud) : nothing}${zone ? opened(zone, ctx, hands) : nothing}</div>`;
}

function board(ctx, hands) {
  const layout = layoutOf(ctx);
  const parts = layout.parts
    .filter((part) => isNow(part.when, ctx))
    .map((part) => ({ id: part.id, drawn: drawn(part, ctx, hands) }))
    .filter((part) => part.drawn !== nothing);
  const there = new Set(parts.map(({ id }) => id));
  return html`<div class="board" data-laid=${layout.areas ? "areas" : "flow"} .style=${areas(layout, there)}>
    ${repeat(parts, ({ id }) => id, (part) => part.drawn)}
  </div>`;
}

/** Where the parts stand, for wide and for narrow windows, as properties which board.css uses. */
function areas({ areas: given, columns = {} }, there) {
  return Object.entries(given ?? {})
    .map(([size, rows]) => {
      const left = rows
        .map((row) => row.split(" ").map((id) => (there.has(id) ? id : ".")))
        .filter((row) => row.some((id) => id !== "."));
      const widths = columns[size] ?? left[0]?.map(() => "minmax(0, 1fr)") ?? [];
      return `--${size}: ${left.map((row) => `"${row.join(" ")}"`).join(" ")}; --${size}-columns: ${widths.join(" ")};`;
    })
    .join(" ");
}

const DRAWN = { mats, row, track: wheel, line };

function drawn(part, ctx, hands) {
  const players = part.each ? playersOf(part.each, ctx.view) : [null];
  if (!players.length) return nothing;
  const body = (DRAWN[part.draw] ?? row)(part, ctx, hands, players);
  if (body === nothing) return nothing;
  const owner = players.length === 1 && players[0] ? playerRow(players[0], ctx) : {};
  const title = part.title && fill(part.title, owner, ctx);
  return html`<section class="part" data-part=${part.id} data-draw=${part.draw ?? "row"}
      .style=${`grid-area: ${part.id}`} aria-label=${title || nothing}>
    ${title ? html`<h3 aria-hidden="true">${title}</h3>` : nothing}${body}
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
  return html`<div class="mats">${repeat(players, ({ seat }) => seat, (player) => mat(part, player, ctx, hands))}</div>`;
}

function mat(part, player, ctx, hands) {
  const row = playerRow(player, ctx);
  const name = row.me ? say("board.you", { name: row.name }) : row.name;
  const state = row.asked ? say("board.asked") : "";
  const zones = (part.zones ?? []).map((zone) => (typeof zone === "string" ? { zone } : zone));
  return html`<article class="mat" data-seat=${row.seat} ?data-me=${row.me} ?data-asked=${row.asked}>
    <header>
      ${touchable(row.uuid, hands, html`${seatSign(row, ctx)}<b>${name}</b>
        ${state ? html`<span class="asked">${state}</span>` : nothing}`, "who")}
      ${ctx.clock?.seat === row.seat && !row.me ? html`<span class="timer" role="timer" data-until=${ctx.clock.until}></span>` : nothing}
      <dl>${(part.fields ?? []).filter((field) => isNow(field.when, ctx)).map((field) => chip(field, row, ctx))}</dl>
      ${zones.filter(({ as }) => as === "count").map((zone) => counted(zone, player, ctx, hands))}
    </header>
    ${zones.filter(({ as }) => as !== "count").map((zone) => zoneOf(zone, player, ctx, hands))}
  </article>`;
}

/** The number of a player, in the shape and colour in which the player stands on a track, if there is one. */
function seatSign({ seat, number }, ctx) {
  const onTrack = layoutOf(ctx).parts.some(({ draw }) => draw === "track");
  return onTrack ? piece(seat) : html`<span class="seat" aria-hidden="true">${number}</span>`;
}

function chip({ text, name, label }, row, ctx) {
  const told = fill(text ?? `{${name}}`, row, ctx).trim();
  if (!told) return nothing;
  const head = label ?? ctx.book.words?.field?.[name] ?? "";
  return html`<div class="chip" data-field=${name ?? nothing}>${head ? html`<dt>${head}</dt>` : nothing}<dd>${told}</dd></div>`;
}

// -- cards

function row(part, ctx, hands, players) {
  const zones = players.flatMap((player) => part.zones.flatMap((zone) => zonesNamed(zone, ctx.view, player)));
  const cards = part.reverse ? cardRows(zones).reverse() : cardRows(zones);
  if (!cards.length && !part.empty && part.each !== "you") return nothing;
  return cards.length
    ? list(cards, ctx, hands, part.size ?? "medium", part.wrap)
    : html`<p class="empty">${part.empty ?? say("board.empty")}</p>`;
}

const zoneName = ({ zone, label }, ctx) => label ?? ctx.book.words?.zone?.[zone] ?? zone;

/** A zone as a number, behind which lie its cards, if one may see them. */
function counted(spec, player, ctx, hands) {
  const [found] = zonesNamed(spec.zone, ctx.view, player);
  if (!found?.count && !(found && spec.empty)) return nothing;
  const told = html`<span>${zoneName(spec, ctx)}</span> <b>${found.count || spec.empty}</b>`;
  if (!found.cards.length) return html`<span class="chip">${told}</span>`;
  return html`<button type="button" class="chip" aria-haspopup="dialog"
    @click=${() => hands.open({ name: spec.zone, seat: player.seat, title: zoneName(spec, ctx) })}>${told}</button>`;
}

/** The cards of a zone that somebody has opened: `{name, seat, title}`. */
function opened({ name, seat, title }, ctx, hands) {
  const zones = zonesNamed(name, ctx.view, ctx.view.players[seat]);
  return html`<dialog class="opened" aria-label=${title} @close=${() => hands.open(null)} @cancel=${() => hands.open(null)}>
    <h2>${title}</h2>${list(cardRows(zones), ctx, hands, "medium")}
    <form method="dialog"><button>${say("board.close")}</button></form></dialog>`;
}

function zoneOf(spec, player, ctx, hands) {
  const { zone, as = "cards", size = "small", empty } = spec;
  const [found] = zonesNamed(zone, ctx.view, player);
  if (!found) return nothing;
  const name = zoneName(spec, ctx);
  const hidden = found.count - found.cards.length;
  if (as === "pile") return html`<div class="zone" data-zone=${zone}>${pile(found, ctx, { name })}</div>`;
  if (!found.count && !empty) return nothing;
  return html`<div class="zone" data-zone=${zone} data-size=${size} role="group" aria-label=${`${name} ${found.count}`}>
    ${found.cards.length ? list(cardRows([found]), ctx, hands, size) : nothing}
    ${hidden > 0 ? backs(hidden, name, ctx) : nothing}
    ${found.count ? nothing : html`<span class="empty">${empty}</span>`}
  </div>`;
}

function backs(count, name, ctx) {
  return html`<div class="backs" role="img" aria-label=${say("board.hidden", { count, name })}>
    ${Array.from({ length: Math.min(count, BACKS) }, () => cardBack(ctx, { size: "small" }))}<span class="count">${count}</span>
  </div>`;
}

function list(cards, ctx, hands, size, wrap = true) {
  // A row is one stop of the tabulator; arrows walk through it.
  const stop = cards.find(({ uuid }) => hands.choices.has(uuid)) ?? cards[0];
  return html`<ul class="cards" data-size=${size} ?data-line=${!wrap}>
    ${repeat(cards, ({ uuid }) => uuid, (card) => html`<li>${slot(card, ctx, hands, size, card === stop)}</li>`)}
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
    draggable=${hands.choices.size ? "true" : "false"} aria-pressed=${hands.picked.has(uuid) ? "true" : nothing}
    aria-description=${choosable ? say("board.choosable") : nothing}>${body}</button>`;
}
