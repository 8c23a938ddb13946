/**
 * A match that a page plays by itself, as one seat is told of it: the messages that the server would send (`docs/protocol.md`).
 *
 * Begin with `Game.news`: what its reader does not know yet.
 */

import { makePatch } from "./difference.js";
import { Foreseer } from "./foresee.js";
import { filled } from "./phrases.js";
import { isNumeric, Text } from "./text.js";
import { Views } from "./views.js";

const VERSION = 3;
const TABLE = 0; // there is none

export class Game {
  /** `book` and `words` are of the language of the reader, who sits at `you`; `pace` is that of bots. */
  constructor(match, { book, words, names, you }) {
    Object.assign(this, { match, book, words, names, you, pace: "usual", answers: [] });
    this.views = new Views(match);
    this.foreseer = new Foreseer(match);
    this.text = new Text(book, words, names);
    this.log = []; // entries
    this.number = 0;
    this.asked = new Map(); // by seat: since which number it is asked
    this.deeds = new Map(); // by seat: what its bot has done last, the latest at the end
    this.known = null; // what the reader has been told
    this.noteAsked(null);
  }

  get seats() {
    return this.match.choices.map(({ seat }) => seat);
  }

  /**
   * Answer for a seat; `lines` are what a bot has weighed (`why`). Gives what is to be said of a card that fails, or nothing.
   *
   * @throws {Failed} the game itself fails; all stands as before.
   */
  answer(seat, picks, lines = null) {
    const asked = this.match.choices.find((each) => each.seat === seat);
    const deed = lines && this.deedOf(asked, lines);
    const along = this.book.board.unasked?.includes(this.views.words.get(asked?.prompt)) ?? false; // of the answer before
    const failed = this.match.answerLeavingOut(seat, picks);
    this.answers.push({ seat, picks, along });
    if (deed) {
      this.deeds.delete(seat);
      this.deeds.set(seat, deed);
    }
    this.number += 1;
    this.noteAsked(seat);
    return failed && filled(this.words.failed, { card: this.text.card(this.views.definitions.get(failed.card)?.id ?? null) });
  }

  /** The place of the last answer of the reader's own; -1: there is none. */
  get lastOwn() {
    return this.answers.findLastIndex(({ seat, along }) => seat === this.you && !along);
  }

  /** Take back the reader's last answer, and what has followed from it. */
  takeBack() {
    this.goTo(this.answers.slice(0, Math.max(0, this.lastOwn)));
  }

  /** Stand where these answers lead from the beginning. */
  goTo(answers) {
    Object.assign(this, { answers: [], log: [], known: null });
    this.asked.clear();
    this.deeds.clear();
    this.match.begin();
    for (const { seat, picks } of answers) {
      this.answer(seat, picks);
      this.readLog();
    }
    this.number += 1;
    this.asked.clear();
    this.noteAsked(null);
  }

  readLog() {
    this.log.push(...this.views.untouched(() => this.match.takeLog().map((row) => this.views.entry(row))));
  }

  noteAsked(answered) {
    const seats = new Set(this.seats);
    for (const seat of [...this.asked.keys()]) if (!seats.has(seat) || seat === answered) this.asked.delete(seat);
    for (const seat of seats) if (!this.asked.has(seat)) this.asked.set(seat, this.number);
  }

  /** The messages by which the reader comes to know how the match stands: [name, what it says]. */
  news() {
    const { views, you, known, number } = this;
    const before = known ? this.log.length : 0;
    this.readLog();
    const now = { number, public: views.public(), private: views.hand(you), asked: this.asked.get(you) };
    const since = known && known.number;
    const about = { version: VERSION, table: TABLE, number };
    const part = (name) => (known ? makePatch(known[name], now[name]) : now[name]);
    const told = this.told(now.public, now.private);
    const messages = [
      ["chrono_table", { ...about, since, ...this.head(), told: told.shared, you, public: part("public") }],
      ["chrono_hand", { ...about, since, private: part("private"), told: this.withAmounts(told.own, now.public, now.private) }],
      ["chrono_log", { ...about, start: before, lines: this.lines(this.log.slice(before), before) }],
    ];
    if (!known || known.asked !== now.asked) messages.push(["chrono_prompt", { ...about, number: now.asked ?? number, prompts: this.prompts(now) }]);
    if (now.public.over) messages.push(...this.end(now.public));
    this.known = now;
    return messages;
  }

  head() {
    const { pack: id, version, name } = this.book;
    return { pack: { id, version, name }, names: this.names, clock: null, watchers: 0, hints: true, delay: 0, auto: "", pace: this.pace };
  }

  /** What lasts on cards, in a few words: of those that everybody sees, and of one's own. */
  told(shared, own) {
    const borne = (zones) => Object.fromEntries(zones.flatMap(({ cards }) => cards).filter(({ bears }) => bears?.length).map(({ uuid, bears }) => [uuid, { borne: this.text.borne(bears) }]));
    const open = [shared.zones, ...shared.players.map(({ zones }) => zones)].flatMap((zones) => Object.values(zones));
    return { shared: borne(open), own: borne(Object.values(own.zones)) };
  }

  /** What the amounts of one's own cards are now, in their sentences; with what is told of them besides. */
  withAmounts(told, shared, own) {
    const zones = [own.zones, shared.players[own.you].zones].flatMap((each) => Object.entries(each));
    const found = zones.flatMap(([zone, { cards }]) => this.views.amounts(own.you, zone, cards)).flatMap(([{ id, uuid }, values]) => {
      const text = this.text.amounts(id, values);
      return text ? [[uuid, { ...told[uuid], text }]] : [];
    });
    return { ...told, ...Object.fromEntries(found) };
  }

  /** Lines of the log as the reader may know of them. */
  lines(entries, start) {
    const { you } = this;
    return this.text.lines(entries, you).flatMap(([entry, told], place) => {
      const meant = entry.seats === null || entry.seats.includes(you);
      if (!meant && !told) return [];
      return [{ number: start + place, message: entry.message, ...(meant ? aboutOf(entry) : { args: [] }), text: told ?? "" }];
    });
  }

  /** The view as templates of boards want it. */
  context({ public: shared, private: own }) {
    const players = shared.players.map((player) => (player.seat === own.you
      ? { ...player, fields: { ...player.fields, ...own.fields }, zones: { ...player.zones, ...own.zones } }
      : { ...player, fields: { ...player.fields, ...own.between?.[player.seat] } }));
    const told = this.told(shared, own);
    return { view: { ...shared, players, you: own.you }, book: this.book, names: this.names, told: { ...told.shared, ...told.own }, does: {}, language: this.book.language };
  }

  /** What the reader is asked. */
  prompts(now) {
    const { views, text, you } = this;
    const choice = this.match.choices.find(({ seat }) => seat === you);
    if (!choice || now.public.over) return [];
    const { shown, barred } = views.untouched(() => views.choice(choice));
    const fields = views.untouched(() => views.fields(this.match.machine.plan.asked, you + 1));
    const { options } = shown;
    const known = this.foreseer.foretell(you).map(({ facts, leads }) => ({ leads, facts: facts.map((fact) => ({ ...fact, id: views.cardOf(fact.entity)?.id ?? null })) }));
    const does = options.map((option, place) => text.foretold(option, known[place].facts));
    const ctx = { ...this.context(now), does: Object.fromEntries(options.flatMap(({ kind, entity }, place) => (kind === "card" && does[place] ? [[entity, does[place]]] : []))) };
    const numeric = isNumeric(options);
    return [{
      prompt: shown.prompt,
      text: text.prompt(shown, fields),
      how: text.how(shown, numeric),
      subject: shown.subject,
      values: shown.values ?? [],
      minimum: shown.minimum,
      maximum: shown.maximum,
      default: shown.default,
      numeric,
      ...{ back: this.lastOwn >= 0, always: [], doer: null, left: null },
      options: options.map((option, place) => ({ ...option, text: text.option(option), detail: text.detail(option, shown.prompt, ctx), does: does[place], ...known[place] })),
      barred: barred.map((each) => ({ text: text.option(each.option), why: text.barred(each) })),
    }];
  }

  /** What a bot would do for the reader, of answers that it has weighed. */
  hint(lines) {
    const { views, text, you, match } = this;
    const choice = match.choices.find(({ seat }) => seat === you);
    const { shown } = views.untouched(() => views.choice(choice));
    return help("advice", text.hint(lines, shown).join("\n"), { number: this.asked.get(you), picks: lines[0].picks });
  }

  /** What a bot does, of answers that it has weighed: what `why` tells of it. */
  deedOf(choice, lines) {
    const { views, match, you } = this;
    const { options } = views.untouched(() => views.choice(choice)).shown;
    return { seat: choice.seat, lines, options: options.map((option) => ({ ...option, seen: option.kind !== "card" || match.sees(you, option.entity) })) };
  }

  /** Why a bot did what it did last; nothing where there is nothing yet, or it is a secret. */
  why() {
    const { match, you, names, text } = this;
    const secret = match.sealed;
    const deed = [...this.deeds.values()].findLast(({ seat }) => !secret.includes(seat));
    if (!deed) return null;
    const options = deed.options.map((option) => ({ ...option, seen: option.seen || match.sees(you, option.entity) }));
    return help("why", text.why({ ...deed, options }, names[deed.seat]).join("\n"), { seat: deed.seat });
  }

  /** The section of the rules about what the reader is asked. */
  rule() {
    const choice = this.match.choices.find(({ seat }) => seat === this.you);
    return help("rule", this.text.rule(this.views.words.get(choice?.prompt)));
  }

  /** How it has ended. */
  end({ standings, outcome }) {
    const { names, you } = this;
    const { headline, ordinals, counts, nobody, comma } = this.words.ending;
    const became = (seat) => (outcome.won.includes(seat) ? "won" : outcome.drew.includes(seat) ? "drew" : "lost");
    const placeOf = (seat) => 1 + standings.slice(0, standings.findIndex((seats) => seats.includes(seat))).flat().length;
    const shares = (seat) => standings.find((seats) => seats.includes(seat)).length > 1;
    const result = resultOf(became(you), outcome, names.length, shares(you));
    const place = { place: ordinals[placeOf(you)] ?? placeOf(you), of: counts[names.length] ?? names.length };
    const text = filled(headline[result], { ...place, names: names.join(comma) });
    const places = names.map((name, seat) => ({
      ...{ seat, name, you: seat === you, bot: seat !== you, place: placeOf(seat), shared: shares(seat) },
      ...{ result: became(seat), role: "", figures: [] },
    })).sort((one, other) => one.place - other.place || one.seat - other.seat);
    const ending = {
      ...{ match: 0, game: { id: this.book.pack, name: this.book.name }, lesson: null, learned: [], shared: false, you, result },
      ...{ headline: text, head: this.book.name, notes: [nobody], places, seen: [], curve: null, stories: [] },
    };
    const about = { version: VERSION, table: TABLE, match: 0 };
    return [
      ["chrono_over", { ...about, standings, outcome, text, ending }],
      ["chrono_summary", { ...about, lines: [], seen: [], ending }],
    ];
  }
}

/** A few words that help. */
const help = (kind, text, about = {}) => ["chrono_hint", { version: VERSION, table: TABLE, kind, text, step: null, of: null, ...about }];

/** A key of the headlines: what has become of it for the reader. */
function resultOf(became, { won, drew }, count, shared) {
  if (became === "drew") return "drew";
  if (became === "won") return count === 1 ? "won_alone" : won.length === 1 ? "won" : won.length === count ? "won_together" : "won_side";
  if (count === 1) return "lost_alone";
  if (!won.length && !drew.length) return "lost_together";
  return count > 2 && !shared ? "place" : "lost";
}

/** What a line is about, as clients are told it. */
function aboutOf({ args, cards, cause, by }) {
  const numbered = args.map((each) => (each.name in cards ? { ...each, entity: cards[each.name] } : each));
  return cause === null ? { args: numbered } : { args: numbered, cause: { id: cause, entity: by } };
}
