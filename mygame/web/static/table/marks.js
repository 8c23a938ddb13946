/**
 * What the face of a card tells by numbers and signs, as its pack's board says (`table.faces.<kind>`): numbers at the corners, a bar
 * for what is left, badges, states, and how rare and how strong it is. Numbers that are not as printed say so by a mark and a colour.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { glyphOf, sign } from "./art.js";
import { cardRow, fill, localized, parsed, valueOf } from "./fill.js";

export const PLACES = ["corner", "left", "right"];
const MOST = 4; // how strong a card can look

const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

/** What the board says of the faces of a kind. */
export const faceOf = (kind, ctx) => own(ctx.book.board?.table?.faces, kind) ?? {};

/** A card as its face sees it: what is not known of it is as printed. */
export function rowOf(card, ctx) {
  const row = cardRow(card, card.holder, ctx);
  row.kind ??= ctx.book.cards[card.id]?.kind;
  const face = faceOf(row.kind, ctx);
  for (const part of [...PLACES.map((place) => face[place]), face.bar, ...(face.badges ?? [])]) standIn(part, row, ctx);
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

/** Whether a part of a face is drawn where the card lies; `in` names zones, "" is nowhere: a card of the book. */
const isHere = (part, row) => !part.in || part.in.includes(row.zone ?? "");

// -- numbers

/** What a number is by what is printed; undefined where the two are not to be compared. */
function usualOf(part, row, ctx) {
  if (row.uuid === undefined || part.plain) return undefined;
  const usual = own(printedOf(row, ctx), part.printed ?? part.of ?? fieldOf(part));
  return typeof usual === "number" ? usual : undefined;
}

/** How a number stands to what is printed: 1 above, -1 below, 0 as printed or not to be compared. */
function changeOf(part, row, ctx) {
  const now = row[fieldOf(part)];
  if (row.uuid === undefined || part.plain || typeof now !== "number") return 0;
  if (part.of && typeof row[part.of] === "number" && now < row[part.of]) return -1;
  return Math.sign(now - (usualOf(part, row, ctx) ?? now));
}

/** The numbers of a face that are there: {place, text, label, glyph, change, isGood, usual}. */
export function numbersOf(face, row, ctx) {
  return PLACES.filter((place) => face[place] && isHere(face[place], row))
    .map((place) => {
      const part = face[place];
      const change = changeOf(part, row, ctx);
      return {
        ...{ place, change, field: fieldOf(part), glyph: part.glyph, usual: usualOf(part, row, ctx) },
        ...{ text: fill(part.text ?? part, row, ctx), label: localized(part.label, ctx.book.language) },
        isGood: change > 0 !== Boolean(part.less),
      };
    })
    .filter(({ text }) => text);
}

const arrow = (change) => html`<i>${change > 0 ? "▲" : "▼"}</i>`;

/** A number of a face; `printed`, if it is said, is told behind what it is now. */
export function number({ place, text, label, glyph, change, isGood }, printed = "") {
  const state = change ? (isGood ? "good" : "bad") : "";
  return html`<span class="number ${place} ${state}" title=${label || nothing}>${glyph ? sign(glyph) : nothing}
    ${label ? html`<small>${label}</small>` : nothing}<b>${text}</b>${change ? arrow(change) : nothing}${printed}</span>`;
}

/** The numbers of a face; where a bar is drawn it takes the place of the one that tells the same. */
export function numbers(face, row, ctx) {
  const isBarred = row[face.bar?.most] > 0;
  return numbersOf(face, row, ctx).filter(({ field }) => !(isBarred && field === face.bar.value)).map((each) => number(each));
}

export function bar(part, row) {
  if (!part) return nothing;
  const [left, most] = [row[part.value], row[part.most]];
  if (!(most > 0)) return nothing;
  const share = Math.max(0, Math.min(1, left / most));
  return html`<span class="gauge" .style=${`--share: ${share}`}><span></span><b>${left}/${most}</b></span>`;
}

/** What a card has left, as its bar or the number at its right tells it. */
export function pointsOf({ bar: barred, right }, row) {
  const points = row[barred ? barred.value : right ? fieldOf(right) : ""];
  return typeof points === "number" ? points : undefined;
}

// -- badges

function badgesOf(face, row, ctx) {
  return (face.badges ?? [])
    .filter((badge) => isHere(badge, row) && isMeant(badge, row, ctx))
    .map((badge) => ({ glyph: glyphNamed(badge.glyph, row, ctx), text: fill(badge.text, row, ctx) }))
    .filter(({ text }) => text);
}

/** Whether a condition is met: its field has a value, or one of `is`, or is `from` so much, and is not that of another field. */
function isMeant({ if: field, is, from, unlike }, row, ctx) {
  const value = valueOf(field, row, ctx);
  if (from !== undefined) return value >= from;
  return is ? is.includes(String(value)) : Boolean(value) && value.count !== 0 && (!unlike || value !== row[unlike]);
}

/** A sign by its name, or that of the symbol in a field: "{school}". */
function glyphNamed(glyph = "", row, ctx) {
  const [, field] = /^\{(\w+)\}$/.exec(glyph) ?? [];
  return field ? glyphOf(row[field], ctx) : glyph;
}

export function badges(face, row, ctx) {
  const found = badgesOf(face, row, ctx);
  return found.length ? html`<span class="badges" data-count=${found.length}>${found.map(badge)}</span>` : nothing;
}

/** Where there is no room for words a badge is its sign, and its number if it has one. */
function badge({ glyph, text }) {
  const told = glyph ? /[+×]?\d+/.exec(text)?.[0] ?? "" : text;
  return html`<span class="badge" title=${text}>${sign(glyph)}<b class="whole">${text}</b>
    ${told ? html`<b class="least">${told}</b>` : nothing}</span>`;
}

// -- states, rank, strength

/** The states that a card is in: `face.states` is state -> field. */
export const statesOf = (face, row) => Object.keys(face.states ?? {}).filter((state) => row[face.states[state]]);

/** How rare a card looks: the first rank of its face (rank -> condition, or several) of which a condition is met, else `common`. */
export function rankOf(face, row, ctx) {
  const printed = { ...row, ...printedOf(row, ctx) };
  const ranks = Object.entries(face.ranks ?? {});
  return ranks.find(([, conditions]) => [conditions].flat().some((each) => isMeant(each, printed, ctx)))?.[0] ?? "common";
}

/** How strong a card looks, from 0 to 4: by a printed number, and how much of it is the most. */
export function strengthOf({ strength }, row, ctx) {
  if (!strength) return 0;
  const value = own(printedOf(row, ctx), strength.of) ?? row[strength.of];
  return typeof value === "number" ? Math.max(0, Math.min(MOST, Math.round((MOST * value) / strength.most))) : 0;
}
