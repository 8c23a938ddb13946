/**
 * The book of a pack in the visitor's language: names and sentences of its cards, its words, and how
 * its table is laid out. It never changes (its address has the version), so the browser keeps it.
 */

import { page } from "./words.js";

const books = new Map();

/** The book of this version if it has come; asks for it, and calls `ready` when it has. */
export function bookOf({ id, version }, ready) {
  const address = `/book/${encodeURIComponent(id)}/${encodeURIComponent(version)}/${page.language}.json`;
  if (!books.has(address)) {
    books.set(address, null);
    fetch(address)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
      .then((book) => books.set(address, book))
      .catch(() => books.delete(address))
      .finally(ready);
  }
  return books.get(address);
}
