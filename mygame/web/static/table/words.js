/**
 * What the page itself says, in the visitor's language: the group `browser` of the game's locale
 * files, which the page brings along with its settings.
 */

export const page = JSON.parse(document.getElementById("page").textContent);

/** The sentence of a dotted key with its arguments; the key where there is none. */
export function say(key, args = {}) {
  const found = key.split(".").reduce((words, part) => words?.[part], page.words);
  if (typeof found !== "string") return key;
  return found.replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);
}
