/**
 * Keeps what practice needs in this browser (`site/worker.js` gives it out where there is no connection): the page itself and all files
 * that it names. What an earlier version of the page needed is let go.
 */

import { page } from "../table/words.js";

const CACHE = "practice-1";
const WORKER = "/worker.js";
const PAGE = "/practice/";
let now = ""; // "", "keeping", "kept", "cannot"

/** How far that is. */
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

async function keepAll() {
  await navigator.serviceWorker.register(WORKER);
  const { games, files } = page.practice;
  const wanted = [...files, ...games.flatMap(({ machine, book, words }) => [words, book, machine])];
  const kept = await caches.open(CACHE);
  for (const address of wanted) if (!(await kept.match(address, { ignoreVary: true }))) await kept.add(address);
  if (navigator.onLine) await kept.add(PAGE).catch(() => {}); // last: it names files that are here; without a connection the one that is kept stays
  const known = new Set([PAGE, ...wanted].map((address) => new URL(address, location.href).href));
  for (const request of await kept.keys()) if (!known.has(request.url)) await kept.delete(request);
  await navigator.serviceWorker.ready;
}
