/**
 * The host of matches that a page plays by itself: a worker that speaks as the server does (`docs/protocol.md`), each message a JSON
 * array `[name, args, kwargs]`. It never knows more of a match than what it has dealt itself.
 */

import { Bots } from "./bots.js";
import { Game } from "./game.js";
import { openMachine } from "./machine.js";
import { Match } from "./match.js";

const NOWHERE = { you: null, where: "hall", games: [], tables: [], table: null, place: null };
const PACES = { slow: 1800, usual: 700, fast: 0 }; // ms before a bot answers
let sentences = { failed: "" }; // of the page's language
let begun = null; // what the reader has begun: {game, bots, wanted}
let pace = "usual";

const tell = (name, said) => self.postMessage(JSON.stringify([name, [], said]));
const said = (messages) => messages.forEach((message) => tell(...message));

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
  rematch: () => begun && begin(begun.wanted),
  speed: (how) => {
    if (how in PACES) pace = how;
    if (begun) begun.game.pace = pace;
  },
};

self.onmessage = ({ data }) => {
  const [name, args, kwargs] = JSON.parse(data);
  if (name !== "text") return HEARD[name]?.(kwargs ?? {});
  const [verb, ...rest] = String(args[0]).split(" ");
  TYPED[verb]?.(...rest);
};

async function fetched(address, kind) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer[kind]();
}

/** Begin a match: `wanted` is {machine, book, words (addresses), level, you, bots (names), sentences}. */
async function begin(wanted) {
  const turn = {};
  sentences = wanted.sentences;
  begun = null;
  waiting = turn;
  try {
    const files = [fetched(wanted.machine, "arrayBuffer"), fetched(wanted.book, "json"), fetched(wanted.words, "json")];
    const [bytes, book, words] = await Promise.all(files);
    const machine = await openMachine(bytes);
    if (waiting !== turn) return; // another one was begun meanwhile
    const seed = crypto.getRandomValues(new BigUint64Array(2));
    const match = new Match(machine, seed[0]);
    const you = Number(seed[1] % BigInt(machine.plan.seats));
    const names = Array.from({ length: machine.plan.seats }, (_, seat) => (seat === you ? wanted.you : wanted.bots[(seat - you + machine.plan.seats - 1) % machine.plan.seats]));
    const game = new Game(match, { book, words, names, you });
    game.pace = pace;
    begun = { game, wanted, bots: new Bots(match, wanted.level, seed[0] ^ seed[1]) };
    said(game.news());
    goOn(begun);
  } catch (error) {
    failed(error);
  }
}

/** It cannot go on: the page is where one chooses, and says why. */
function failed(error) {
  console.error(error);
  begun = null;
  tell("chrono_lobby", NOWHERE);
  tell("chrono_error", { about: "practice", number: null, key: "practice", text: sentences.failed });
}

let waiting = null;

function stop() {
  begun = waiting = null;
  tell("chrono_lobby", NOWHERE);
}

function answered(number, picks) {
  if (!begun) return;
  const { game } = begun;
  if (game.asked.get(game.you) !== number) return; // of a question that is not asked any more
  carry(begun, game.you, picks);
  goOn(begun);
}

/** Carry an answer out, and tell it; what fails of a card ends the match, and is said. */
function carry({ game }, seat, picks) {
  try {
    game.answer(seat, picks);
    said(game.news());
  } catch (error) {
    failed(error);
  }
}

/** Bots that are asked answer one after the other, each after a while. */
function goOn(of) {
  if (begun !== of || of.thinks || !asksBots(of.game)) return;
  of.thinks = true;
  setTimeout(() => {
    of.thinks = false;
    if (begun !== of) return;
    const { game, bots } = of;
    const seat = game.seats.find((each) => each !== game.you);
    carry(of, seat, bots.think(seat));
    goOn(of);
  }, PACES[pace]);
}

const asksBots = ({ seats, you, match }) => !match.over && seats.some((each) => each !== you);
