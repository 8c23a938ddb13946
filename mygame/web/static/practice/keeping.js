/**
 * What this browser keeps of practice: the page itself and all files that it names (`site/worker.js` gives them out where there is no
 * connection), the match that goes on, and what was last chosen. What an earlier version of the page needed is let go, but for the
 * files of the match that goes on.
 */

import { page } from "../table/words.js";

const CACHE = "practice-1";
const WORKER = "/worker.js";
const PAGE = "/practice/";
const [MATCH, CHOSEN, DECKS] = ["chrono-practice", "chrono-practice-chosen", "chrono-practice-decks"]; // places in the browser's storage
const KEEPING = 400; // ms
let now = ""; // "", "keeping", "kept", "cannot"

function read(place) {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

function write(place, value) {
  try {
    if (value === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // it holds as long as the page
  }
}

/** What was last chosen: {game, level, games}, by game {seats, deck, options}. */
export const remembered = () => read(CHOSEN) ?? {};
export const remember = (chosen) => write(CHOSEN, chosen);

let match = read(MATCH);
let due = 0;

/** The match that can go on, as the host of matches wants it (`host.js`); null where there is none. */
export const keptMatch = () => match;

/** Keep a match; null: none. */
export function keepMatch(kept) {
  match = kept;
  due ||= setTimeout(writeMatch, KEEPING);
}

function writeMatch() {
  clearTimeout(due);
  if (due) write(MATCH, match);
  due = 0;
}

addEventListener("pagehide", writeMatch);

/** One's own decks that can be played, by game and name, as this browser was told last. */
export const ownDecks = () => read(DECKS) ?? {};
let asked = false;

/** Ask for them once, where there is a connection; `changed` is called when they are others. */
export async function renewDecks(changed) {
  if (asked || !navigator.onLine) return;
  asked = true;
  const found = await fetch(page.practice.own).then((answer) => (answer.ok ? answer.json() : null), () => null);
  if (!found || JSON.stringify(found) === JSON.stringify(ownDecks())) return;
  write(DECKS, found);
  changed();
}

/** How far keeping the files is. */
export const state = () => now || "keeping";

/** Keep everything, once; `changed` is called when it is kept, or cannot be. */
export function keep(changed) {
  if (now) return;
  now = "serviceWorker" in navigator && "caches" in window ? "keeping" : "cannot";
  if (now === "cannot") return;
  const become = (found) => {
    now = found;
    changed();
  };
  keepAll().then(() => become("kept"), () => become("cannot"));
}

const filesOf = ({ machine, book, words }) => [words, book, machine];

async function keepAll() {
  await navigator.serviceWorker.register(WORKER);
  const { games, files } = page.practice;
  const wanted = [...files, ...games.flatMap(filesOf)];
  const kept = await caches.open(CACHE);
  for (const address of wanted) if (!(await kept.match(address, { ignoreVary: true }))) await kept.add(address);
  if (navigator.onLine) await kept.add(PAGE).catch(() => {}); // last: it names files that are here; without a connection the one that is kept stays
  const known = new Set([PAGE, ...wanted, ...(match ? filesOf(match) : [])].map((address) => new URL(address, location.href).href));
  for (const request of await kept.keys()) if (!known.has(request.url)) await kept.delete(request);
  await navigator.serviceWorker.ready;
}
