/**
 * The face of a card as its pack's board says (`table.faces.<kind>`): picture, name, numbers at the corners, badges, a bar for what
 * is left of its health, its sentences, what playing it would do. Also backs and piles.
 *
 * A card is as wide as `--w` says, and shows what can be read at that width (card.css). What a face may say is in docs/table.md; what
 * it tells by numbers and signs is made in marks.js, its frame in frame.js. All that is drawn is also told in words (`spoken`): a face
 * is one picture to who listens, the large form (detail.js) is text. Begin with `cardFace`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { ifDefined } from "../vendor/lit-html/directives/if-defined.js";
import { hues, portrait, shapeOf, sign } from "./art.js";
import { cardName, cardRow, fill, isChinese } from "./fill.js";
import { lengthOf, typesOf } from "./fit.js";
import { frame, weave } from "./frame.js";
import { badges, bar, numbers, pointsOf, rankOf, rowOf, statesOf, strengthOf } from "./marks.js";

const SAID = {
  zh: {
    ...{ chosen: "已选。", choosable: "可选。", does: "现在：", back: "背面朝上的牌", comma: "，", stop: "。" },
    count: (name, count) => `${name}：${count}张`,
    printed: (usual) => `（原为${usual}）`,
  },
  "zh-hant": {
    ...{ chosen: "已選。", choosable: "可選。", does: "現在：", back: "背面朝上的牌", comma: "，", stop: "。" },
    count: (name, count) => `${name}：${count}張`,
    printed: (usual) => `（原為${usual}）`,
  },
  en: {
    ...{ chosen: "Chosen.", choosable: "Can be chosen.", does: "Now: ", back: "a card face down", comma: ", ", stop: ". " },
    count: (name, count) => `${name}: ${count}`,
    printed: (usual) => ` (printed ${usual})`,
  },
};
const STATES = { asleep: "moon", spent: "hourglass", sideways: "lock", frozen: "snowflake" }; // signs over the picture

/** Words of the page about cards, in the language of the book. */
export const said = (ctx) => SAID[ctx.book.language] ?? SAID.en;
const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

// -- sentences

/** What a card says now; in short, without what its numbers tell, where it is as printed. */
export function textOf(row, ctx, isShort = false) {
  if (row.says === "") return "";
  return fill(isShort && !ctx.told?.[row.uuid]?.text ? "{id|effects}" : "{id|rules}", row, ctx);
}

/** A text in which the keywords of its card stand out. */
export function withKeywords(text, id, ctx) {
  const words = (ctx.book.cards[id]?.keywords ?? []).map((key) => ctx.book.keywords?.[key]?.name).filter(Boolean);
  if (!words.length) return text;
  const either = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const parts = text.split(new RegExp(`(?<!\\p{sc=Latin})(${either})(?!\\p{sc=Latin})`, "iu"));
  return parts.map((part, index) => (index % 2 ? html`<b>${part}</b>` : part));
}

/** The sentences on a face; of a card that has none what its author wrote beside. */
function sentencesOf(row, ctx) {
  const text = textOf(row, ctx, true);
  const printed = ctx.book.cards[row.id];
  const aside = text || printed?.text ? "" : printed?.flavour ?? "";
  return html`<span class="text ${text ? "" : "aside"}" data-length=${lengthOf(text || aside)}>
    <span>${withKeywords(text, row.id, ctx) || aside}</span></span>`;
}

// -- faces

/** A card's face: `card` of a view (with `holder`, the seat, and `zone` if known), or only {id}. */
export function cardFace(card, ctx, { size = "medium", back = false, chosen = false, choosable = false, does = "" } = {}) {
  if (back || !card?.id) return cardBack(ctx, { size });
  const { row, face } = rowOf(card, ctx);
  const told = [spoken(card, ctx), chosen && said(ctx).chosen, choosable && said(ctx).choosable, does && said(ctx).does + does];
  const looks = { rank: rankOf(face, row, ctx), strength: strengthOf(face, row, ctx) };
  const states = statesOf(face, row);
  const type = typesOf(row.name);
  const marks = [size, chosen && "chosen", choosable && "choosable", ...states.map((state) => `is-${state}`)];
  return html`<div class="card ${marks.filter(Boolean).join(" ")}"
      role="img" aria-label=${told.filter(Boolean).join(" ")} lang=${ctx.book.language} .style=${hues(row, face, ctx)}
      data-uuid=${ifDefined(row.uuid)} data-id=${row.id} data-kind=${row.kind} data-size=${size} data-rank=${looks.rank}
      data-shape=${shapeOf(face, row.kind)} data-points=${ifDefined(pointsOf(face, row))}
      data-holder=${ifDefined(card.holder ?? undefined)}>
    ${guard([looks.rank, looks.strength], () => frame(looks.rank, looks.strength))}
    <span class="scene"><span class="window"><span class="art">${portrait(row, face, ctx, looks)}</span></span>
      ${states.map((state) => (own(STATES, state) ? html`<span class="state">${sign(STATES[state])}</span>` : nothing))}
      ${badges(face, row, ctx)}${bar(face.bar, row)}${does ? html`<span class="does">${does}</span>` : nothing}</span>
    <span class="name" data-type=${type.usual} data-tiny=${type.tiny}>${row.name}</span>
    ${sentencesOf(row, ctx)}
    <span class=${face.left || face.right ? "line" : "line free"}>${fill(face.line ?? "", row, ctx)}</span>
    ${numbers(face, row, ctx)}
    ${chosen ? html`<span class="tick">✓</span>` : nothing}
  </div>`;
}

/** The back of a card; `text` says what it is, where that is not only a card. */
export function cardBack(ctx, { size = "medium", text = "" } = {}) {
  const { glyph, tone = 265, pattern } = ctx.book.board?.table?.back ?? {};
  return html`<div class="card back ${size}" role="img" aria-label=${text || said(ctx).back} data-size=${size}
      .style=${`--hue: ${tone}; --hue2: ${(tone + 20) % 360}; --strength: 1`}>${guard([ctx.book], () => weave({ glyph, pattern }))}</div>`;
}

/** A pile: the card on top where it can be seen, and how many there are. `zone` is {count, cards}. */
export function pile(zone, ctx, { size = "small", name = "" } = {}) {
  const count = zone?.count ?? 0;
  const top = zone?.cards?.at(-1);
  const depth = count > 8 ? "deep" : count > 1 ? "low" : "";
  const text = [said(ctx).count(name, count), top && cardName(top.id, ctx)].filter(Boolean).join(said(ctx).comma);
  const face = top ? cardFace(top, ctx, { size }) : count ? cardBack(ctx, { size }) : html`<div class="card empty ${size}"></div>`;
  return html`<div class="pile ${depth}" role="img" aria-label=${text}>${face}<b class="count">${count}</b></div>`;
}

// -- in words

/** All that a face draws, as the board tells it to who listens: the `speak` of the section of its zone, else name and facts. */
export function spoken(card, ctx) {
  const row = cardRow(card, card.holder, ctx);
  const { sections = [] } = ctx.book.board ?? {};
  const section = card.zone && sections.find((each) => each.speak && zonesOf(each).includes(card.zone));
  if (section) return fill(section.speak, row, ctx).trim();
  return sentences([row.name, sheetOf(card, ctx), fill("{id|rules}", row, ctx)], ctx);
}

/** The facts of a card in a line. */
export function sheetOf(card, ctx) {
  const { sheet, kind } = ctx.book.cards[card.id] ?? {};
  const template = own(ctx.book.board?.cards, card.kind ?? kind)?.sheet;
  return (card.uuid === undefined && sheet) || (template ? fill(template, cardRow(card, card.holder, ctx), ctx) : "");
}

const zonesOf = ({ rows = [] }) => [rows].flat().map((path) => path.split(".").at(-1));

function sentences(parts, ctx) {
  const { stop } = said(ctx);
  const ended = parts.filter(Boolean).map((part) => (/[.!?。！？]$/.test(part) ? part : part + stop).trimEnd());
  return ended.join(isChinese(ctx.book) ? "" : " ");
}
