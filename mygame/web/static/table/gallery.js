/**
 * All faces of a pack on one page, for who draws them: `gallery.html?book=ADDRESS`, the address of a book (`/book/...`), with
 * `&size=small`, `&theme=dark`, `&only=WORD` of ids, `&moments=ADDRESS` of views to draw instead.
 */
import { html, render } from "../vendor/lit-html/lit-html.js";
import { cardBack, cardDetail, cardFace, pile } from "./card.js";
import { track } from "./track.js";

const asked = new URLSearchParams(location.search);
const fetched = async (name) => (asked.has(name) ? (await fetch(asked.get(name))).json() : null);
const NO_MATCH = { match: {}, players: [], zones: {}, you: null, waiting: [] };

function* cardsOf(view) {
  for (const player of view.players) {
    for (const [zone, { cards }] of Object.entries(player.zones)) for (const card of cards) yield { ...card, holder: player.seat, zone };
  }
  for (const [zone, { cards }] of Object.entries(view.zones)) for (const card of cards) yield { ...card, holder: null, zone };
}

function shelves(book, moments) {
  const size = asked.get("size") ?? "medium";
  const only = asked.get("only") ?? "";
  const ctx = { view: NO_MATCH, book, names: [], told: {}, does: {} };
  const printed = Object.keys(book.cards).filter((id) => id.includes(only));
  if (size === "detail") return html`<div class="shelf">${printed.map((id) => cardDetail({ id }, ctx))}</div>`;
  if (moments) return moments.map((moment) => inPlay({ ...ctx, ...moment }, size));
  const states = [{ chosen: true }, { choosable: true }, { does: "7 → 12" }, { chosen: true, does: "9 damage, defeats it" }];
  return html`
    <div class="shelf">
      ${cardBack(ctx, { size })} ${pile({ count: 5, cards: [{ id: printed[0] }] }, ctx, { size })}
      ${[1, 23, 0].map((count) => pile({ count, cards: [] }, ctx, { size }))}
      ${states.map((state, index) => cardFace({ id: printed[index] }, ctx, { size, ...state }))}
    </div>
    <div class="shelf">${printed.map((id) => cardFace({ id }, ctx, { size }))}</div>`;
}

function inPlay(ctx, size) {
  const tracks = (ctx.book.board.table.parts ?? []).filter(({ draw }) => draw === "track");
  return html`
    <div class="shelf">${tracks.map((part) => [part, { ...part, shape: "line" }].map((each) => track(each, ctx)))}</div>
    <div class="shelf">${[...cardsOf(ctx.view)].map((card) => cardFace(card, ctx, { size }))}</div>`;
}

if (asked.has("theme")) document.documentElement.dataset.theme = asked.get("theme");
render(shelves(await fetched("book"), await fetched("moments")), document.body);
