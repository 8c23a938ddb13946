/** Sentences of several readings, each in three parts: what all begin with, what is its own, what all end with. */
const wordsOf = (text, language) => Array.from(new Intl.Segmenter(language, { granularity: "word" }).segment(text), (each) => each.segment);

/** `[[before, own, after], ...]`; nothing is anybody's own where there is only one. */
export function parted(texts, language) {
  if (texts.length < 2) return texts.map((text) => [text, "", ""]);
  const all = texts.map((text) => wordsOf(text, language));
  const least = Math.min(...all.map((words) => words.length));
  const same = (at) => all.every((words) => words.at(at) === all[0].at(at));
  let start = 0;
  while (start < least && same(start)) start += 1;
  let end = 0;
  while (end < least - start && same(-1 - end)) end += 1;
  return all.map((words) => [words.slice(0, start), words.slice(start, words.length - end), words.slice(words.length - end)].map((part) => part.join("")));
}
