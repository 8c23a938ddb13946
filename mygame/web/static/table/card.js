/**
 * The face of a card as its pack's board says (`table.faces.<kind>`): picture, name, numbers at the corners, badges, a bar for what
 * is left of its health, what playing it would do. Also backs, piles, and the large form with all of its text.
 *
 * What a face may say is in docs/table.md. Numbers that are not as printed say so by a mark and a colour. All that is drawn is also
 * told in words (`spoken`): a face is one picture to who listens, the large form is text. Begin with `cardFace`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ifDefined } from "../vendor/lit-html/directives/if-defined.js";
import { glyphOf, hues, portrait, sign } from "./art.js";
import { cardName, cardRow, fill, isChinese, localized, parsed, valueOf } from "./fill.js";

const SAID = {
  zh: {
    ...{ chosen: "已选。", choosable: "可选。", does: "现在：", back: "背面朝上的牌", comma: "，", stop: "。" },
    count: (name, count) => `${name}：${count}张`,
  },
  "zh-hant": {
    ...{ chosen: "已選。", choosable: "可選。", does: "現在：", back: "背面朝上的牌", comma: "，", stop: "。" },
    count: (name, count) => `${name}：${count}張`,
  },
  en: {
    ...{ chosen: "Chosen.", choosable: "Can be chosen.", does: "Now: ", back: "a card face down", comma: ", ", stop: ". " },
    count: (name, count) => `${name}: ${count}`,
  },
};
// Sizes of type in which a name may be written, the usual one first: [class, ems in a line, lines].
const TYPE = {
  small: [["", 5.5, 2], ["longer", 6.1, 2], ["longest", 7, 3], ["least", 8, 3]],
  medium: [["", 7.8, 2], ["longer", 8.5, 2], ["longest", 9.4, 2], ["least", 12, 3]],
  large: [["", 11, 3], ["longer", 17, 4]],
};

const said = (ctx) => SAID[ctx.book.language] ?? SAID.en;
const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

/** What the board says of the faces of a kind. */
export const faceOf = (kind, ctx) => own(ctx.book.board?.table?.faces, kind) ?? {};

/** A card as its face sees it: what is not known of it is as printed. */
function rowOf(card, ctx) {
  const row = cardRow(card, card.holder, ctx);
  row.kind ??= ctx.book.cards[card.id]?.kind;
  const face = faceOf(row.kind, ctx);
  for (const part of [face.corner, face.left, face.right, face.bar, ...(face.badges ?? [])]) standIn(part, row, ctx);
  return { row, face };
}

/** The field that a number of a face tells. */
function fieldOf(part) {
  const holes = parsed(localized(part.text ?? part)).flatMap((each) => each.parts ?? [each]);
  return part.if ?? part.value ?? holes.find((each) => each.path)?.path[0];
}

function standIn(part, row, ctx) {
  if (!part?.printed) return;
  const field = fieldOf(part);
  const isUnknown = row[field] === undefined || (part.of && !row[part.of]) || (part.blank && !row[field]);
  if (isUnknown) row[field] = own(printedOf(row, ctx), part.printed);
}

const printedOf = (row, ctx) => ctx.book.cards[row.id]?.facts ?? {};

// -- numbers

/** How a number stands to what is printed: 1 above, -1 below, 0 as printed or not to be compared. */
function changeOf(part, row, ctx) {
  const field = fieldOf(part);
  const now = row[field];
  const usual = part.of ?? field;
  const printed = own(printedOf(row, ctx), part.printed ?? usual);
  if (row.uuid === undefined || part.plain || typeof now !== "number") return 0;
  if (part.of && typeof row[usual] === "number" && now < row[usual]) return -1;
  return typeof printed === "number" ? Math.sign(now - printed) : 0;
}

/** Whether a part of a face is drawn where the card lies; `in` names zones, "" is nowhere: a card of the book. */
const isHere = (part, row) => !part.in || part.in.includes(row.zone ?? "");

function number(part, place, row, ctx) {
  if (!part || !isHere(part, row)) return nothing;
  const text = fill(part.text ?? part, row, ctx);
  if (!text) return nothing;
  const change = changeOf(part, row, ctx);
  const isGood = change > 0 !== Boolean(part.less);
  const state = change ? (isGood ? "good" : "bad") : "";
  const label = localized(part.label, ctx.book.language);
  return html`<span class="number ${place} ${state}" title=${label || nothing}>${part.glyph ? sign(part.glyph) : nothing}
    ${label ? html`<small>${label}</small>` : nothing}<b>${text}</b>${change ? html`<i>${change > 0 ? "▲" : "▼"}</i>` : nothing}</span>`;
}

/** The numbers of a face; where a bar is drawn it takes the place of the one that tells the same. */
function numbers(face, row, ctx) {
  const isBarred = row[face.bar?.most] > 0;
  const parts = ["corner", "left", "right"].filter((place) => face[place] && !(isBarred && fieldOf(face[place]) === face.bar.value));
  return parts.map((place) => number(face[place], place, row, ctx));
}

function bar(part, row, ctx) {
  if (!part) return nothing;
  const [left, most] = [row[part.value], row[part.most]];
  if (!(most > 0)) return nothing;
  const share = Math.max(0, Math.min(1, left / most));
  return html`<span class="gauge" .style=${`--share: ${share}`}><span></span><b>${left}/${most}</b></span>`;
}

// -- badges

function badgesOf(face, row, ctx) {
  return (face.badges ?? [])
    .filter((badge) => isHere(badge, row) && isMeant(badge, valueOf(badge.if, row, ctx), row))
    .map((badge) => ({ glyph: glyphNamed(badge.glyph, row, ctx), text: fill(badge.text, row, ctx) }))
    .filter(({ text }) => text);
}

/** Whether a value is one for which a badge stands: any, or one of `is`, and not that of another field. */
function isMeant({ is, unlike }, value, row) {
  return is ? is.includes(String(value)) : Boolean(value) && value.count !== 0 && (!unlike || value !== row[unlike]);
}

/** A sign by its name, or that of the symbol in a field: "{school}". */
function glyphNamed(glyph = "", row, ctx) {
  const [, field] = /^\{(\w+)\}$/.exec(glyph) ?? [];
  return field ? glyphOf(row[field], ctx) : glyph;
}

function badges(face, row, ctx, size) {
  const found = badgesOf(face, row, ctx);
  if (!found.length) return nothing;
  const bare = size === "small" || (size === "medium" && found.length > 1);
  return html`<span class="badges ${bare ? "bare" : ""}">
    ${found.map((each) => badge(each, bare))}
  </span>`;
}

/** Where there is no room for words a badge is its sign, and its number if it has one. */
function badge({ glyph, text }, bare) {
  const told = glyph && bare ? /[+×]?\d+/.exec(text)?.[0] : text;
  return html`<span class="badge" title=${text}>${sign(glyph)}${told ? html`<b>${told}</b>` : nothing}</span>`;
}

// -- faces

/** How wide letters are in bold type, in ems, the first that fits; about, and rather too much. */
const WIDE = [[/[\u2e80-\uffff]/, 1], [/[mwMW]/, 1.02], [/\s/, 0.35], [/[ijltf'.,!-]/, 0.42], [/[A-Z]/, 0.78], [/./, 0.69]];
const emsOf = (text) => [...text].reduce((sum, each) => sum + WIDE.find(([letter]) => letter.test(each))[1], 0);

/** How many lines a name takes in such a width; Chinese ones break anywhere. */
function linesOf(name, width) {
  let [lines, used] = [1, 0];
  for (const word of name.split(/(?<=[\s-])|(?<=[\u2e80-\uffff])/)) {
    const own = emsOf(word.trimEnd());
    if (own > width) return Infinity;
    if (used + own > width) [lines, used] = [lines + 1, 0];
    used += emsOf(word);
  }
  return lines;
}

/** The largest type in which a name has room. */
const typeOf = (name, size) => (TYPE[size].find(([, width, lines]) => linesOf(name, width) <= lines) ?? TYPE[size].at(-1))[0];

/** A card's face: `card` of a view (with `holder`, the seat, and `zone` if known), or only {id}. */
export function cardFace(card, ctx, { size = "medium", back = false, chosen = false, choosable = false, does = "" } = {}) {
  if (back || !card?.id) return cardBack(ctx, { size });
  const { row, face } = rowOf(card, ctx);
  const told = [spoken(card, ctx), chosen && said(ctx).chosen, choosable && said(ctx).choosable, does && said(ctx).does + does];
  const free = !face.left && !face.right;
  return html`<div class="card ${size} ${chosen ? "chosen" : ""} ${choosable ? "choosable" : ""} ${marksOf(face, row)}"
      role="img" aria-label=${told.filter(Boolean).join(" ")} lang=${ctx.book.language} .style=${hues(row, face, ctx)}
      data-uuid=${ifDefined(row.uuid)} data-id=${row.id} data-kind=${row.kind} data-size=${size}
      data-points=${ifDefined(pointsOf(face, row))} data-holder=${ifDefined(card.holder ?? undefined)}>
    <span class="art">${portrait(row, face, ctx)}${badges(face, row, ctx, size)}${bar(face.bar, row, ctx)}</span>
    <span class="name ${typeOf(row.name, size)}">${row.name}</span>
    ${size === "small" ? nothing : html`<span class=${free ? "line free" : "line"}>${fill(face.line ?? "", row, ctx)}</span>`}
    ${size === "large" ? html`<span class="text">${fill("{id|rules}", row, ctx)}</span>` : nothing}
    ${numbers(face, row, ctx)}
    ${does ? html`<span class="does">${does}</span>` : nothing}
    ${chosen ? html`<span class="tick">✓</span>` : nothing}
  </div>`;
}

/** What a card has left, as its bar or the number at its right tells it. */
function pointsOf({ bar: barred, right }, row) {
  const points = row[barred ? barred.value : right ? fieldOf(right) : ""];
  return typeof points === "number" ? points : undefined;
}

/** Classes of states that a face draws over everything: `face.states` is class -> field. */
const marksOf = (face, row) =>
  Object.entries(face.states ?? {}).filter(([, field]) => row[field]).map(([state]) => `is-${state}`).join(" ");

/** The back of a card; `text` says what it is, where that is not only a card. */
export function cardBack(ctx, { size = "medium", text = "" } = {}) {
  const { glyph = "star", tone = 265 } = ctx.book.board?.table?.back ?? {};
  return html`<div class="card back ${size}" role="img" aria-label=${text || said(ctx).back} data-size=${size}
      .style=${`--hue: ${tone}; --hue2: ${(tone + 40) % 360}; --strength: 1`}><span class="weave"></span>${sign(glyph)}</div>`;
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
function sheetOf(card, ctx) {
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

/** The large form: the face, all of its text, what it bears, its keywords explained, what its author wrote beside. */
export function cardDetail(card, ctx) {
  const { row, face } = rowOf(card, ctx);
  const printed = ctx.book.cards[row.id] ?? {};
  const sheet = sheetOf(card, ctx);
  const borne = ctx.told?.[row.uuid]?.borne;
  const does = ctx.does?.[row.uuid];
  return html`<article class="card detail" lang=${ctx.book.language} data-id=${row.id} data-kind=${row.kind} .style=${hues(row, face, ctx)}>
    <div class="art">${portrait(row, face, ctx)}</div>
    <div class="plate"><h3 class="name">${row.name}</h3><span>${numbers(face, row, ctx)}</span></div>
    ${bar(face.bar, row, ctx)}
    <p class="line">${sheet}</p>
    ${badges(face, row, ctx, "large")}
    <p class="text">${fill("{id|rules}", row, ctx)}</p>
    ${does ? html`<p class="now">${said(ctx).does}${does}</p>` : nothing}
    ${borne ? html`<p class="borne">${borne}</p>` : nothing}
    ${row.holder ? html`<p class="holder">${row.holder}</p>` : nothing}
    <dl class="keywords">${(printed.keywords ?? []).map((key) => keyword(ctx.book.keywords?.[key]))}</dl>
    ${printed.flavour ? html`<p class="flavour">${printed.flavour}</p>` : nothing}
  </article>`;
}

const keyword = (word) => (word ? html`<dt>${word.name}</dt><dd>${word.text}</dd>` : nothing);
