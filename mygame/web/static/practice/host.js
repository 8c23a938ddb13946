/**
 * The host of matches that a page plays by itself: a worker that speaks as the server does (`docs/protocol.md`), each message a JSON
 * array `[name, args, kwargs]`. It never knows more of a match than what it has dealt itself.
 *
 * Besides, it says by what a match is begun again another time (`practice_kept`): what `begin` wants, with seeds and a list of answers.
 */

import { Bots } from "./bots.js";
import { knowsDeck } from "./deal.js";
import { Game } from "./game.js";
import { Failed, openMachine } from "./machine.js";
import { Match } from "./match.js";

const NOWHERE = { you: null, where: "hall", games: [], tables: [], table: null, place: null };
const PACES = { slow: 1800, usual: 700, fast: 0 }; // ms before a bot answers
const ADVISER = "master"; // which bot gives hints
const MOST_FAILED = 20; // answers of bots one after the other that cannot be carried out
let sentences = { failed: "", broken: "", deck: "" }; // of the page's language
let begun = null; // what the reader has begun: {game, bots, wanted}
let pace = "usual";

const tell = (name, said) => self.postMessage(JSON.stringify([name, [], said]));
const said = (messages) => messages.forEach((message) => tell(...message));
const complain = (text) => text && tell("chrono_error", { about: "practice", number: null, key: "practice", text });

const HEARD = {
  practice_begin: (wanted) => begin(wanted),
  chrono_answer: ({ number, picks }) => answered(number, picks),
  chrono_again() {
    if (!begun) return;
    begun.game.known = null;
    said(begun.game.news());
  },
};

const TYPED = {
  leave: () => stop(),
  rematch: () => begun && begin({ ...begun.wanted, kept: null }),
  speed: (how) => {
    if (how in PACES) pace = how;
    if (begun) begun.game.pace = pace;
  },
  hint: () => advise(),
  why: () => explain(),
  rules: () => begun && tell(...begun.game.rule()),
  back: () => takeBack(),
};

self.onmessage = ({ data }) => {
  const [name, args, kwargs] = JSON.parse(data);
  if (name !== "text") return HEARD[name]?.(kwargs ?? {});
  const [verb, ...rest] = String(args[0]).split(" ");
  TYPED[verb]?.(...rest);
};

/** What was asked for, kept for the next match: a newer version of the page may not have it any more. */
const files = new Map();

function fetched(address, kind) {
  if (!files.has(address)) files.set(address, fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer[kind]();
  }));
  const found = files.get(address);
  found.catch(() => files.delete(address));
  return found;
}

/**
 * Begin a match: `wanted` is {name, machine, book, words (addresses), seats, options, deck (its place, or its cards by part; null: by lot), level, you, bots (names),
 * sentences, kept}; `kept` is what was kept of one that goes on ({seeds, answers}), or null.
 */
async function begin(wanted) {
  const turn = {};
  sentences = wanted.sentences;
  begun = null;
  waiting = turn;
  try {
    const [bytes, book, words] = await Promise.all([fetched(wanted.machine, "arrayBuffer"), fetched(wanted.book, "json"), fetched(wanted.words, "json")]);
    const { seats, kept } = wanted;
    const machine = await openMachine(bytes, seats);
    if (waiting !== turn) return; // another one was begun meanwhile
    if (wanted.deck && !knowsDeck(machine.plan.deal, wanted.deck)) throw new Error(sentences.deck);
    const seeds = kept ? kept.seeds.map(BigInt) : [...crypto.getRandomValues(new BigUint64Array(2))];
    const you = Number(seeds[1] % BigInt(seats));
    const decks = [];
    if (wanted.deck !== null) decks[you] = wanted.deck;
    const match = new Match(machine, seeds[0], { options: wanted.options, decks });
    const names = Array.from({ length: seats }, (_, seat) => (seat === you ? wanted.you : wanted.bots[(seat - you + seats - 1) % seats]));
    const game = new Game(match, { book, words, names, you });
    game.pace = pace;
    if (kept) game.goTo(kept.answers);
    begun = { game, wanted, seeds, bots: new Bots(match, seeds[0] ^ seeds[1] ^ BigInt(game.answers.length)) };
    tellAll();
    goOn(begun);
  } catch (error) {
    failed(error);
  }
}

/** It cannot go on: the page is where one chooses, and says why. */
function failed(error) {
  console.error(error);
  begun = null;
  tell("practice_kept", { kept: null });
  tell("chrono_lobby", NOWHERE);
  complain(error.message === sentences.deck ? error.message : sentences.failed);
}

let waiting = null;

function stop() {
  begun = waiting = null;
  tell("chrono_lobby", NOWHERE);
}

/** How the match stands, to the page; and what is to be kept of it. */
function tellAll() {
  const { game, seeds, wanted } = begun;
  said(game.news());
  const answers = game.answers.map(({ seat, picks }) => ({ seat, picks }));
  tell("practice_kept", { kept: game.match.over ? null : { ...wanted, kept: { seeds: seeds.map(String), answers } } });
}

function answered(number, picks) {
  if (!begun) return;
  const { game } = begun;
  if (game.asked.get(game.you) !== number) return; // of a question that is not asked any more
  carryOut(begun, game.you, picks);
  goOn(begun);
}

/** Carry an answer out, of a bot with what it has weighed, and tell it; whether it was. Where the game itself fails nothing has changed, and that is said. */
function carryOut({ game }, seat, picks, lines = null) {
  try {
    const complaint = game.answer(seat, picks, lines);
    tellAll();
    complain(complaint);
    return true;
  } catch (error) {
    if (error instanceof Failed) complain(sentences.broken);
    else failed(error);
    return false;
  }
}

/** Bots that are asked answer one after the other, each after a while. */
function goOn(of) {
  if (begun !== of || of.thinks || !asksBots(of.game)) return;
  of.thinks = true;
  setTimeout(() => {
    of.thinks = false;
    if (begun !== of || !asksBots(of.game)) return;
    const { game, bots, wanted } = of;
    const seat = game.seats.find((each) => each !== game.you);
    const lines = bots.think(seat, of.failed ? "random" : wanted.level);
    of.failed = carryOut(of, seat, lines[0].picks, lines) ? 0 : (of.failed ?? 0) + 1;
    if (of.failed > MOST_FAILED) failed(new Error("a bot cannot answer"));
    goOn(of);
  }, PACES[pace]);
}

const asksBots = ({ seats, you, match }) => !match.over && seats.some((each) => each !== you);

function advise() {
  if (!begun) return;
  const { game, bots } = begun;
  if (game.match.over || !game.seats.includes(game.you)) return;
  const lines = bots.weigh(game.you, ADVISER);
  if (lines.length) tell(...game.hint(lines));
}

function explain() {
  if (!begun) return;
  const told = begun.game.why();
  if (told) tell(...told);
  else complain(begun.game.words.advice.nothing_done);
}

function takeBack() {
  if (!begun || begun.game.match.over || begun.game.lastOwn < 0) return;
  try {
    begun.game.takeBack();
    tellAll();
    goOn(begun);
  } catch (error) {
    failed(error);
  }
}
