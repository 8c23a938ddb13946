/**
 * What a match says to one reader, in words: lines of the log, prompts, options, what cards bear (`rules/telling/text.py`,
 * `causes.py`, `bearing.py`, `world/render/prompt.py`). Begin with `Text`.
 */

import { cardRow, fill, localized, playerRow, spelledOut } from "../table/fill.js";
import { FAILED } from "./bots.js";
import { filled, numberPhrase, phrase, variant } from "./phrases.js";

const BARE = ["card", "player", "number", "symbol", "definition", "text", "entity"];
const [SHOWN, DECIDED, HUNDREDTHS] = [4, 50_000, 100]; // of answers that were weighed
const OVERVIEW = 2; // sections of the rules
const NUMBER = /\d+/;
const SEPARATORS = /^[，。；、,.; ]+/;

export class Text {
  /** `book` is that of the game, `words` those of `world/render/practice.py`, `names` the names of the seats. */
  constructor(book, words, names) {
    Object.assign(this, { book, words, names });
    this.chinese = book.language.startsWith("zh");
    this.shortNames = Object.fromEntries(Object.entries(book.cards).map(([id, { name }]) => [id.split(".").at(-1), name]));
  }

  // -- names

  card(id) {
    return id === null ? this.words.card : this.book.cards[id]?.name || spelledOut(id);
  }

  symbol(name) {
    return this.words.symbol[name] || this.book.cards[name]?.name || spelledOut(String(name));
  }

  player(seat) {
    return this.names[seat] ?? `#${seat + 1}`;
  }

  // -- values

  /** A value that is told, as a phrase. */
  argument(kind, value) {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.argument(kind.replace(/s$/, ""), item));
      const texts = items.map(({ text }) => text);
      const often = new Map();
      for (const text of texts) often.set(text, (often.get(text) ?? 0) + 1);
      const counted = [...often].map(([text, count]) => (count > 1 ? `${text}×${count}` : text));
      const [listed, once] = [texts, counted].map((some) => some.join(this.words.listed));
      return phrase(listed, items.length ? items.length : "-", { only: items.length === 1 ? items[0].tag : "", counted: once });
    }
    if (value === null) return phrase(kind === "card" ? this.card(null) : "", "-");
    const owned = (text, tag, more) => phrase(text, tag, { possessive: filled(this.words.phrases.possessive, { text }), ...more });
    if (kind === "player" && Number.isInteger(value)) return owned(this.player(value), value);
    if (kind === "number") return numberPhrase(value);
    if (kind === "text") return phrase(this.said(String(value)), value);
    if (kind === "card" || value in this.book.cards) {
      const { text = "", flavour = "" } = this.book.cards[value] ?? {};
      return owned(this.card(value), value, { rules: () => text, description: () => flavour });
    }
    return phrase(this.symbol(value), value);
  }

  said(text, values = {}) {
    return filled(this.words.said[text] ?? this.shortNames[text] ?? this.words.symbol[text] ?? text.replaceAll("{", "{{"), values);
  }

  phrases(args) {
    const values = Object.fromEntries(args.map(({ name, kind, value }) => [name, this.argument(kind, value)]));
    const told = Object.fromEntries(Object.entries(values).map(([name, { text, tag }]) => [name, tag === "-" ? "" : text]));
    for (const { name, kind } of args) if (kind === "text") values[name] = phrase(this.said(values[name].tag, told), values[name].tag || "-");
    return values;
  }

  // -- the log

  /** An entry as a line for a seat; null where it may not be seen, or says nothing. */
  line({ message, args, seats, cause }, seat) {
    const { words } = this;
    let template = words.log[message] ?? null;
    const isObject = template !== null && typeof template === "object" && !Array.isArray(template);
    if (seats !== null && !seats.includes(seat)) {
      template = (isObject ? template.others : null) ?? words.others[message] ?? null;
      if (template === null) return null;
    } else if (isObject && !("when" in template)) template = template.text ?? template.you ?? null;
    template ??= words.usual[message] ?? null;
    const values = this.phrases(args);
    if (template === null) {
      const listed = Object.values(values).map(({ text }) => text).join(words.listed);
      return listed ? `${spelledOut(message)}: ${listed}` : spelledOut(message);
    }
    values.cause ??= this.argument("card", cause);
    const line = variant(template, values).replace(/ +([,.;:!?])/g, "$1");
    return line.replace(/([!?！？])[.。]/g, "$1").trim() || null;
  }

  /** Entries with their lines; before a line stands its cause, where neither it nor one before it says that. */
  lines(entries, seat) {
    const { heads } = this.words;
    let acting = null;
    return entries.map((entry) => {
      const { message, cause } = entry;
      let line = this.line(entry, seat);
      const cards = entry.args.filter(({ kind }) => kind === "card" || kind === "cards").flatMap(({ value }) => value).filter((id) => typeof id === "string");
      if (line && cause === null) {
        if (!heads || heads.includes(message)) acting = cards[0] ?? null;
      } else if (line) {
        if (cause !== acting && !cards.includes(cause)) line = filled(this.words.phrases.caused, { cause: this.card(cause), line });
        acting = heads?.includes(message) && cards.length ? cards[0] : cause;
      }
      return [entry, line];
    });
  }

  // -- what is asked

  /** What an option is about. */
  subject({ kind, entity, id, symbol }) {
    if (!kind) return "";
    if (kind === "number") return String(entity);
    if (kind === "symbol") return this.symbol(symbol);
    if (kind === "player") return this.player(entity - 1);
    return id ? this.card(id) : String(entity);
  }

  /** An option in words; with `isUnnamed` without the card that it is about. */
  option(option, isUnnamed = false) {
    const entry = this.words.option[option.word];
    const bare = BARE.includes(option.word) ? "{entity}" : `${spelledOut(option.word)} {entity}`;
    const template = typeof entry === "string" ? entry : entry ? entry.text ?? "{entity}" : bare;
    return filled(template, { entity: isUnnamed ? this.words.advice.another : this.subject(option) }).split(/\s+/).filter(Boolean).join(" ");
  }

  /** What is asked; `fields` are those of who is asked, by name. */
  prompt(shown, fields) {
    const template = this.words.prompt[shown.prompt] ?? this.words.prompt.default ?? spelledOut(shown.prompt);
    const { subject, subjectId } = shown;
    const about = !subject ? "" : subjectId ? this.card(subjectId) : subject <= this.names.length ? this.player(subject - 1) : String(subject);
    const numbers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, numberPhrase(value)]));
    return variant(template, {
      subject: phrase(about, about ? "*" : "-"),
      minimum: numberPhrase(shown.minimum),
      maximum: numberPhrase(shown.maximum),
      who: phrase(this.player(shown.seat), shown.seat),
      ...numbers,
      ...this.phrases(shown.values ?? []),
    });
  }

  /** One sentence: what to type. */
  how({ minimum, maximum, options }, numeric) {
    const { how } = this.words;
    if (maximum === 1 && minimum === 1) return numeric ? how.number : how.one;
    if (maximum === 1 && minimum === 0) return how.one_or_none;
    const count = Math.min(Math.max(minimum, 2), maximum, options.length);
    const example = options.slice(0, count).map(({ entity }, index) => (numeric ? entity : index + 1)).join(" ");
    if (minimum === 0) return filled(how.any, { example });
    if (minimum === maximum) return filled(how.exactly, { count: minimum, example });
    return filled(how.many, { minimum, maximum, example });
  }

  /** Why an option is not offered. */
  barred({ reason, option }) {
    return filled(this.words.unless[reason] ?? spelledOut(reason), { it: this.subject(option) }).split(/\s+/).filter(Boolean).join(" ");
  }

  /** What is worth knowing of an option or its card, by the layout of the pack; `ctx` as templates of boards want it. */
  detail(option, prompt, ctx) {
    const { kind, word, entity } = option;
    const { board } = this.book;
    if (kind === "number" && steps(board, prompt, entity, ctx)) return steps(board, prompt, entity, ctx);
    if (["", "number", "symbol", "text", "player"].includes(kind)) {
      const told = board.details?.[word] ?? {};
      const entry = kind === "symbol" ? told[option.symbol] : told;
      const row = kind === "player" ? playerRow(ctx.view.players[entity - 1], ctx) : {};
      return entry && Object.keys(entry).length ? fill(entry, row, ctx) : "";
    }
    const row = this.row(option, ctx);
    const forms = (row && board.cards?.[row.kind]) ?? {};
    const form = forms[`detail.${word}`] ?? forms.detail;
    return form ? fill(form, row, ctx).split(/\s+/).filter(Boolean).join(" ").replace(SEPARATORS, "") : "";
  }

  /** A card as templates see it: as the view shows it, else as it is printed. */
  row({ entity, id }, ctx) {
    const { zones, players } = ctx.view;
    const places = [...Object.entries(zones).map(([name, zone]) => [null, name, zone]),
      ...players.flatMap(({ seat, zones: own }) => Object.entries(own).map(([name, zone]) => [seat, name, zone]))];
    for (const [holder, name, { cards }] of places) {
      const card = cards.find(({ uuid }) => uuid === entity);
      if (card) return cardRow({ ...card, zone: name }, holder, ctx);
    }
    const printed = this.book.cards[id];
    if (!printed) return null;
    const begun = Object.entries(this.words.begun[printed.kind] ?? {}).map(([name, from]) => [name, printed.facts[from]]);
    return cardRow({ ...printed.facts, ...Object.fromEntries(begun), id, kind: printed.kind, uuid: entity }, null, ctx);
  }

  // -- what bots advise

  /** The best of the answers that were weighed, by their numbers, with what they lead to (`world/render/advice.py`). */
  hint(weighed, shown) {
    const tried = weighed.filter(({ value }) => value > FAILED);
    const lines = (tried.length ? tried : weighed.slice(0, 1)).slice(0, SHOWN);
    const answer = (line) => phrase(this.numbered(line, shown));
    const [best] = lines;
    const told = [this.advice("hint", { answer: answer(best) })];
    if (lines.length === 1) return told;
    const tries = numberPhrase(best.worlds);
    const chances = new Set(lines.map(percentOf));
    if (lines.every(isDecided) && chances.size === 1 && [0, 100].includes(percentOf(best))) return [...told, this.advice(percentOf(best) ? "certain" : "hopeless", { tries })];
    if (new Set(lines.map(({ value }) => value)).size === 1) return [this.advice("equal", { answers: phrase(lines.map((line) => this.numbered(line, shown)).join(this.words.ending.comma)) })];
    return [...told, ...lines.map((line) => this.advice("line", { answer: answer(line), value: phrase(this.worth(line)) })), this.figures(lines)];
  }

  /** What a bot of this name did and what else it weighed; options that are not `seen` are of cards that are not named. */
  why({ lines, options }, name) {
    const weighed = new Map();
    for (const line of lines) {
      const told = this.answers(line.picks.map((pick) => this.option(options[pick], !options[pick].seen)));
      if (!weighed.has(told)) weighed.set(told, line);
    }
    const [first] = weighed.keys();
    const said = [this.advice("why", { name: phrase(name), answer: phrase(first) })];
    if (lines.length === 1) return [...said, this.advice("alone")];
    const shown = [...weighed].filter(([, { value }]) => value > FAILED).slice(0, SHOWN);
    const rows = shown.map(([answer, line]) => this.advice("line", { answer: phrase(answer), value: phrase(this.worth(line)) }));
    return [...said, ...rows, ...(shown.length ? [this.figures(shown.map(([, line]) => line))] : [])];
  }

  advice(name, values = {}) {
    return variant(this.words.advice[name], values);
  }

  /** How well an answer turns out. */
  worth(line) {
    if (isDecided(line) || (line.worlds > 0 && line.worlds === line.won)) return this.advice("wins", { percent: numberPhrase(percentOf(line)) });
    const amount = tenths(Math.abs(line.value) / HUNDREDTHS);
    const key = amount === "0.0" ? "level" : line.value > 0 ? "ahead" : "behind";
    return this.advice(key, { value: phrase(amount), unit: phrase(this.words.unit) });
  }

  /** What the figures of these lines say. */
  figures(lines) {
    const [{ worlds }] = lines;
    return this.advice(lines.every(isDecided) ? "wins_means" : worlds === 1 ? "lead_once" : "lead_means", { tries: numberPhrase(worlds) });
  }

  /** An answer as one types it, and in words. */
  numbered({ picks }, { options }) {
    const numbers = picks.map((pick) => (isNumeric(options) ? options[pick].entity : pick + 1));
    return filled(this.words.advice.numbered, { number: numbers.join(" ") || 0, answer: this.answers(picks.map((pick) => this.option(options[pick]))) });
  }

  answers(named) {
    return [...new Set(named)].join(this.words.ending.comma) || this.words.advice.nothing;
  }

  // -- the rules

  /** The section about a question, else the first ones. */
  rule(prompt) {
    const { rules, no_rules: none } = this.words;
    const about = this.book.board.rules?.[prompt] ?? prompt;
    const sections = rules.filter(({ key }) => key === about);
    const told = (sections.length ? sections : rules.slice(0, OVERVIEW)).map(({ title, text }) => `${title}\n${text}`).join("\n");
    return told || filled(none, { game: this.book.name });
  }

  // -- what options would do

  /** What an option would do, in a few words; "" where that is known anyhow. */
  foretold({ id, entity }, facts) {
    const printed = id && NUMBER.exec(this.book.cards[id]?.text ?? "");
    const known = printed ? Number(printed[0]) : null;
    const told = [];
    const happening = new Map();
    for (const { fact, how, entity: to, id: card, low, high } of facts) {
      if (how === "amount") {
        if (!to && high === known) continue;
        const most = low !== high && !to; // where a target is still to be chosen, the best is what counts
        const amount = most || low === high ? String(high) : `${low}–${high}`;
        told.push(this.fact(fact, { amount: numberPhrase(amount), most: phrase(amount, most ? "*" : "-") }, amount));
      } else {
        const key = JSON.stringify([to !== (entity || 0), fact, how]);
        happening.set(key, [...(happening.get(key) ?? []), card ? this.card(card) : this.player(to - 1)]);
      }
    }
    const sorted = [...happening].map(([key, names]) => [...JSON.parse(key), names]).sort(([one], [other]) => one - other);
    for (const [isOther, fact, how, names] of sorted) {
      const more = filled(this.words.phrases.and_more, { names: names[0], count: names.length - 1, total: names.length });
      const listed = names.length > 1 ? more : names[0];
      told.push(this.fact(fact, { whom: phrase(listed, isOther ? "*" : "it"), how: phrase(how, how) }, listed));
    }
    return told.join(this.chinese ? "，" : ", ");
  }

  fact(name, values, told) {
    const template = this.words.preview[name];
    return template === undefined ? `${spelledOut(name)}: ${told}` : variant(template, values);
  }

  // -- what cards bear, and what their amounts are

  /** The sentences of a card with what its amounts are now, null for one that is not told; "" where none is. */
  amounts(id, values) {
    const template = this.words.amounts[id]?.[values.map((value) => (value === null ? 0 : 1)).join("")];
    return values.some((value) => value !== null) && template ? filled(template, values) : "";
  }

  /** What lasts on a card, in a few words. */
  borne(bears) {
    const { pair, words, durations } = this.words.enchantments;
    const known = new Set([...pair, ...Object.keys(words)]);
    const groups = [];
    for (const { property, mode, amount, from, until } of bears) {
      if (!known.has(property) || !["add", "set"].includes(mode) || amount === null) continue;
      const last = groups.at(-1);
      const change = { property, mode, amount };
      const joins = last && last.from === from && last.until === until && !last.changes.some((each) => each.property === property);
      if (joins) last.changes.push(change);
      else groups.push({ from, until, changes: [change] });
    }
    const told = groups.map(({ changes, until }) => this.enchantment(changes, durations[until]));
    const others = bears.filter(({ property, from }) => !known.has(property) && from).map(({ from }) => this.card(from));
    return [...told, ...new Set(others)].join(this.chinese ? "、" : ", ");
  }

  enchantment(changes, duration) {
    const { pair, words } = this.words.enchantments;
    const space = this.chinese ? "" : " ";
    const signed = ({ mode, amount }) => (mode === "add" && amount >= 0 ? `+${amount}` : String(amount));
    const told = [];
    for (let place = 0; place < changes.length; place++) {
      const [one, next] = [changes[place], changes[place + 1]];
      if (next && pair.length === 2 && one.property === pair[0] && next.property === pair[1]) {
        told.push(`${signed(one)}/${signed(next)}`);
        place += 1;
        continue;
      }
      const word = words[one.property] ?? one.property;
      const isKeyword = one.mode === "set" && one.amount === 1 && !pair.includes(one.property);
      told.push(isKeyword ? word : `${signed(one)}${space}${word}`);
    }
    const text = told.join(this.chinese ? "、" : ", ");
    if (!duration) return text;
    return this.chinese ? `${duration}${space}${text}` : `${text} ${duration}`;
  }
}

/** Whether options are answered by themselves: all are different numbers. */
export function isNumeric(options) {
  return options.length > 0 && options.every(({ kind }) => kind === "number") && new Set(options.map(({ entity }) => entity)).size === options.length;
}

/** With one digit, as Python writes it: 1.25 goes down to the even one. */
const tenths = (amount) => (amount % 1 === 0.25 ? amount - 0.05 : amount).toFixed(1);
const isDecided = ({ value }) => Math.abs(value) > DECIDED;
/** In how many of a hundred worlds the match ended and was won. */
const percentOf = ({ won, worlds }) => Math.round((100 * won) / worlds);

/** Where so many steps lead that a prompt asks for, by `steps` of the layout; "" where it says nothing of that. */
function steps(board, prompt, number, ctx) {
  const template = board.steps?.prompts?.[prompt];
  if (!template || ctx.view.you === null) return "";
  const track = board.table.parts.find(({ id }) => id === board.steps.track);
  const row = playerRow(ctx.view.players[ctx.view.you], ctx);
  const place = row[track.cell] - 1 + number;
  const cell = ((place % track.cells) + track.cells) % track.cells;
  const lap = row[track.lap] + Math.floor(place / track.cells);
  const goal = "goal" in track && lap >= Number(fill(track.goal, {}, ctx));
  const mark = goal ? "" : localized(track.marks?.[cell + 1]?.text ?? "", ctx.book.language);
  return fill(template, { ...row, [track.lap]: lap, [track.cell]: cell + 1, mark, goal: Number(goal) }, ctx);
}
