/**
 * How much room words take on a card, guessed before they are drawn: the type in which a name fits, and how long a text is.
 */

/** How wide letters are in bold type, in ems, the first that fits; about, and rather too much. */
const WIDE = [[/[\u2e80-\uffff]/, 1], [/[mwMW]/, 1.02], [/\s/, 0.35], [/[ijltf'.,!-]/, 0.42], [/[A-Z]/, 0.82], [/./, 0.69]];
export const emsOf = (text) => [...text].reduce((sum, each) => sum + WIDE.find(([letter]) => letter.test(each))[1], 0);

// Types in which a name may be written, the usual one first: [name, ems in a line, lines]. On cards too small for sentences, and on others.
const TYPES = {
  tiny: [["brief", 4.1, 1], ["", 5.3, 2], ["longer", 5.9, 2], ["longest", 6.8, 3], ["least", 7.8, 3]],
  usual: [["", 7.5, 1], ["longer", 8.2, 2], ["longest", 9.1, 2], ["least", 12, 3]],
};
// How long a text is by the ems of it: its name, and the most that goes by it.
const LENGTHS = [["none", 0], ["brief", 24], ["short", 42], ["middling", 78], ["long", Infinity]];

/** How many lines a name takes in such a width; Chinese ones break anywhere. */
function linesOf(name, width) {
  let [lines, used] = [1, 0];
  for (const word of name.split(/(?<=[\s-])|(?<=[\u2e80-\uffff])/)) {
    const own = emsOf(word.trimEnd());
    if (own > width) return Infinity;
    if (used + own > width) [lines, used] = [lines + 1, 0];
    used += emsOf(word);
  }
  return lines;
}

function typeOf(name, types) {
  return (types.find(([, width, lines]) => linesOf(name, width) <= lines) ?? types.at(-1))[0];
}

/** The largest types in which a name has room: {tiny, usual}, on cards too small for sentences and on others. */
export function typesOf(name) {
  return { tiny: typeOf(name, TYPES.tiny), usual: typeOf(name, TYPES.usual) };
}

/** How wide the longest word of a text is, in ems; Chinese ones can be parted. */
export const longestOf = (text) => Math.max(1, ...text.split(/[\s-]/).map((word) => Math.min(emsOf(word), word < "\u2e80" ? Infinity : 3)));

/** How long a text is, in a word. */
export function lengthOf(text) {
  const ems = emsOf(text);
  return LENGTHS.find(([, most]) => ems <= most)[0];
}
