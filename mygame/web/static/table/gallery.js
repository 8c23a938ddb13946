/**
 * All faces of a game on one page (`/faces/<game>/`), for who writes cards and for who draws them: `?size=small`, `large` or
 * `detail`, `&w=` how wide they are in pixels, `&only=WORD` of their ids.
 */
import { html, render } from "../vendor/lit-html/lit-html.js";
import { cardBack, cardFace, pile } from "./card.js";
import { cardDetail } from "./detail.js";

const asked = new URLSearchParams(location.search);
const NO_MATCH = { match: {}, players: [], zones: {}, you: null, waiting: [] };

function shelves(book) {
  const size = asked.get("size") ?? "medium";
  const only = asked.get("only") ?? "";
  const ctx = { view: NO_MATCH, book, names: [], told: {}, does: {} };
  const printed = Object.keys(book.cards).filter((id) => id.includes(only));
  if (size === "detail") return html`<div class="shelf">${printed.map((id) => cardDetail({ id }, ctx))}</div>`;
  const states = [{ chosen: true }, { choosable: true }, { does: "7 → 12" }, { chosen: true, does: "9 damage, defeats it" }];
  return html`
    <div class="shelf">
      ${cardBack(ctx, { size })} ${pile({ count: 5, cards: [{ id: printed[0] }] }, ctx, { size })}
      ${[1, 23, 0].map((count) => pile({ count, cards: [] }, ctx, { size }))}
      ${states.map((state, index) => cardFace({ id: printed[index] }, ctx, { size, ...state }))}
    </div>
    <div class="shelf">${printed.map((id) => cardFace({ id }, ctx, { size }))}</div>`;
}

const root = document.getElementById("faces");
if (asked.has("w")) root.style.setProperty("--w", `${Number(asked.get("w")) || 104}px`);
render(shelves(await (await fetch(root.dataset.book)).json()), root);
