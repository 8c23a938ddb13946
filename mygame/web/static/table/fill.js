/**
 * Templates of a pack's board (`board.json5`) in the browser: the same syntax as in rules/ground/templates.py
 * (docs/language/templates.md) and the same values and forms as in world/render/board.py, over the same views, with the same
 * words; tests hold both to that.
 *
 * Holes are `{mana}` of the row, `{hand.count}` the size of a zone, `{match.phase}`, `{you.mana}`, `{hero.top.left}` of the
 * card on top of a zone; forms are FORMS. A row is a card or a player, made by `cardRow` and `playerRow`; `ctx` is
 * {view, book, names, told, does}: the view of the reader, the book of the pack, the names of the seats, texts of cards that
 * are not as printed, and what playing a card would do, both by uuid (these two may be missing). Begin with `fill`.
 */

const TOKEN = /\{\{|\{([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*)(?:\|([\p{L}\p{N}_]+))?\}/gu; // a brace, or a hole
const GROUP = /\[([^[\]]*)\]/g;
const COLOUR = /\|(?:\[?(?:[rgybmcwxRGYBMCWX]|[0-5]{3})|[nhHuU*^])/g; // markup of colours, which pages do by their own means
const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
const SAID = {
  zh: { comma: "、", more: (names, count, total) => `${names}等${total}个` },
  "zh-hant": { comma: "、", more: (names, count, total) => `${names}等${total}個` },
  en: { comma: ", ", more: (names, count) => `${names} and ${count} more` },
};

const read = new Map(); // templates, by their text

/** The parts of a template: texts, holes {path, form}, groups {parts}. */
export function parsed(template) {
  let parts = read.get(template);
  if (parts) return parts;
  parts = [];
  let end = 0;
  for (const group of template.matchAll(GROUP)) {
    parts.push(...holes(template.slice(end, group.index)), { parts: holes(group[1]) });
    end = group.index + group[0].length;
  }
  parts.push(...holes(template.slice(end)));
  read.set(template, parts);
  return parts;
}

function holes(text) {
  const parts = [];
  let end = 0;
  const add = (told) => told && parts.push(told);
  for (const token of text.matchAll(TOKEN)) {
    add(text.slice(end, token.index).replace(COLOUR, ""));
    add(token[1] ? { path: token[1].split("."), form: token[2] } : "{");
    end = token.index + token[0].length;
  }
  add(text.slice(end).replace(COLOUR, ""));
  return parts;
}

/** A text that is given once or by language. */
export function localized(entry, language) {
  if (!isObject(entry)) return entry ? String(entry) : "";
  return String(entry[language] || entry[language.split("-")[0]] || Object.values(entry)[0] || "");
}

/** Whether a book is in Chinese, where neither spaces nor points stand between sentences. */
export const isChinese = ({ language }) => language.startsWith("zh");

/** A template with its holes filled. */
export function fill(template, row, ctx) {
  const about = row?.kind && typeof row.holder !== "string" ? cardRow(row, row.holder, ctx) : row ?? {};
  return parsed(localized(template, ctx.book.language))
    .map((part) => (part.parts ? group(part.parts, about, ctx) : put(part, about, ctx)))
    .join("");
}

function group(parts, row, ctx) {
  let told = "";
  for (const part of parts) {
    const made = put(part, row, ctx);
    if (part.path && !(part.form === "if" ? isTrue(at(part.path, row, ctx)) : made !== "" && (made !== "0" || part.form === "zero"))) return "";
    told += made;
  }
  return told;
}

function put(part, row, ctx) {
  if (!part.path) return part;
  const value = at(part.path, row, ctx);
  const form = FORMS[part.form];
  return form ? form(value, ctx, part.path, row) : plain(value, part.form, ctx);
}

/** What a path with points leads to; undefined for nowhere. */
export const valueOf = (path, row, ctx) => at(path.split("."), row, ctx);

function at(path, row, ctx) {
  const { view } = ctx;
  const [first] = path;
  if (path.length === 1 && has(row, first)) return row[first];
  const pair = path.slice(0, 2).join(".");
  let found = row;
  let rest = path;
  if (first === "match") [found, rest] = [view.match, path.slice(1)];
  else if (first === "you" && Number.isInteger(view.you)) {
    [found, rest] = [playerRow(view.players[view.you], ctx), path.slice(1)];
  } else if (!has(row, first) && has(view.zones, first)) found = view.zones;
  else if (has(view.zones, pair)) [found, rest] = [view.zones[pair], path.slice(2)];
  for (const part of rest) {
    if (has(found, part)) found = found[part];
    else found = part === "top" && Array.isArray(found?.cards) ? found.cards.at(-1) : undefined;
  }
  return found;
}

/** Whether the moment is one of those of a `when`: path -> values. */
export function isNow(when, ctx) {
  return Object.entries(when ?? {}).every(([path, values]) => values.includes(String(valueOf(path, {}, ctx) ?? "None")));
}

// -- rows

/** A card as templates see it; `holder` is the seat in whose zone it lies, or null. What is not in a match is as printed. */
export function cardRow(card, holder, ctx) {
  const printed = ctx.book.cards[card.id];
  const mine = Number.isInteger(holder);
  const bare = card.uuid === undefined ? { ...printed?.facts, kind: printed?.kind } : {};
  return {
    ...bare,
    ...card,
    name: cardName(card.id, ctx),
    says: card.stripped ? "" : card.id,
    holder: mine ? playerName(holder, ctx) : "",
    mine: Number(mine && holder === ctx.view.you),
  };
}

/** A player as templates see it. */
export function playerRow(player, ctx) {
  const { seat } = player;
  return {
    ...player.fields,
    ...player.zones,
    seat,
    uuid: player.uuid,
    number: seat + 1,
    name: playerName(seat, ctx),
    me: Number(seat === ctx.view.you),
    asked: Number((ctx.view.waiting ?? []).includes(seat)),
  };
}

// -- words

/** The name of a card by its id. */
export const cardName = (id, ctx) => ctx.book.cards[id]?.name || (id ? spelledOut(id) : "");

/** The name of the player at a seat. */
export const playerName = (seat, ctx) => ctx.names?.[seat] ?? `#${seat + 1}`;

/** The word for a symbol: a school, a phase, a level; also the name of a card whose id it is. */
export function symbolName(name, ctx) {
  const { words, board, cards } = ctx.book;
  if (has(board?.symbols, name)) return localized(board.symbols[name], ctx.book.language);
  return (has(words?.symbol, name) && words.symbol[name]) || cards[name]?.name || spelledOut(name);
}

/** A word of the language as ordinary words, where nobody gave it a name: "monstersDefeated" as "monsters defeated". */
export function spelledOut(name) {
  const last = name.split(".").at(-1).replaceAll("_", " ");
  const isUpper = last === last.toUpperCase() && last !== last.toLowerCase();
  return isUpper ? last : last.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

/** Some names in a list, and how many there are beside them. */
export function among(names, total, language) {
  const { comma, more } = SAID[language] ?? SAID.en;
  const listed = names.join(comma);
  return total > names.length ? more(listed, total - names.length, total) : listed;
}

// -- forms: what stands after the bar of a hole, and what it makes of the value

function plain(value, form, ctx) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return form === "symbol" ? symbolName(String(value), ctx) : value ? "True" : "False";
  if (typeof value === "object") return String(value.count ?? "");
  const isWord = value === value.toLowerCase() && value !== value.toUpperCase();
  const isOwn = has(ctx.book.board?.symbols, value);
  return isOwn || isWord || form === "symbol" ? symbolName(value, ctx) : value;
}

function names(zone, ctx) {
  const found = (zone?.cards ?? []).map((card) => cardName(card.id, ctx));
  return found.length ? among(found, zone.count ?? 0, ctx.book.language) : "";
}

/** Each name once, with how many cards there are of it. */
function counted(zone, ctx) {
  const found = new Map();
  for (const card of zone?.cards ?? []) {
    const name = cardName(card.id, ctx);
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const told = [...found].map(([name, count]) => (count > 1 ? `${name}×${count}` : name));
  return told.join((SAID[ctx.book.language] ?? SAID.en).comma);
}

/** The printed sentences of a card, or those that it has now. */
function rules(id, ctx, path, row) {
  const now = path.length === 1 ? ctx.told?.[row.uuid]?.text : undefined;
  return id ? now ?? ctx.book.cards[id]?.text ?? "" : "";
}

const FORMS = {
  if: () => "",
  rules,
  effects: (id, ctx) => (id ? ctx.book.cards[id]?.effects ?? ctx.book.cards[id]?.text ?? "" : ""),
  named: (id, ctx) => (id ? ctx.book.cards[id]?.named ?? "" : ""),
  zero: (value, ctx) => plain(value, "", ctx),
  card: (id, ctx) => (id ? cardName(String(id), ctx) : ""),
  borne: (bears, ctx, path, row) => {
    const bearer = path.length === 1 ? row : at(path.slice(0, -1), row, ctx);
    return isTrue(bears) ? ctx.told?.[bearer?.uuid]?.borne ?? "" : "";
  },
  now: (uuid, ctx) => ctx.does?.[uuid] ?? "",
  names,
  counted,
  roman: (value) => ROMAN[value] || String(value ?? ""),
  name: (seat, ctx) => (Number.isInteger(seat) ? playerName(seat, ctx) : ""),
  many: (value) => (Number.isInteger(value) && value > 1 ? String(value) : ""),
};

// -- what is what

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const has = (object, key) => isObject(object) && Object.hasOwn(object, key);
const isTrue = (value) => (typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value));
