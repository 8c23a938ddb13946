/**
 * A card at its largest, to be read: all of its text, its numbers as they are now and as printed, its keywords explained, what it
 * would do, what its author wrote beside.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { hues, portrait, shapeOf } from "./art.js";
import { said, sheetOf, textOf, withKeywords } from "./card.js";
import { badges, bar, number, numbersOf, rankOf, rowOf, strengthOf } from "./marks.js";

/** The large form: the picture, all of its text, what it bears, its keywords explained, what its author wrote beside. */
export function cardDetail(card, ctx) {
  const { row, face } = rowOf(card, ctx);
  const printed = ctx.book.cards[row.id] ?? {};
  const borne = ctx.told?.[row.uuid]?.borne;
  const does = ctx.does?.[row.uuid];
  const looks = { rank: rankOf(face, row, ctx), strength: strengthOf(face, row, ctx) };
  return html`<article class="card detail" lang=${ctx.book.language} data-id=${row.id} data-kind=${row.kind} data-rank=${looks.rank}
      data-shape=${shapeOf(face, row.kind)} .style=${hues(row, face, ctx)}>
    <div class="scene"><div class="window"><div class="art">${portrait(row, face, ctx, looks)}</div></div></div>
    <div class="plate"><h2 class="name">${row.name}</h2>
      <span>${numbersOf(face, row, ctx).map((each) => number(each, before(each, ctx)))}</span></div>
    ${bar(face.bar, row)}
    <p class="line">${sheetOf(card, ctx)}</p>
    ${badges(face, row, ctx)}
    <p class="text">${withKeywords(textOf(row, ctx), row.id, ctx)}</p>
    ${does ? html`<p class="now">${said(ctx).does}${does}</p>` : nothing}
    ${borne ? html`<p class="borne">${borne}</p>` : nothing}
    ${row.holder ? html`<p class="holder">${row.holder}</p>` : nothing}
    <dl class="keywords">${(printed.keywords ?? []).map((key) => keyword(ctx.book.keywords?.[key]))}</dl>
    ${printed.flavour ? html`<p class="flavour">${printed.flavour}</p>` : nothing}
  </article>`;
}

/** What a number was when it was printed, if it is another now. */
const before = ({ change, usual }, ctx) => (change && usual !== undefined ? html`<em>${said(ctx).printed(usual)}</em>` : "");

const keyword = (word) => (word ? html`<dt>${word.name}</dt><dd>${word.text}</dd>` : nothing);
