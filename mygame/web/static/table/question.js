/**
 * What a question says beside its sentences: which of its options are about what, which one ends or passes, in which order they are
 * seen. Nothing here touches the page.
 */

const APART = ["number", "symbol", "text"]; // kinds of options that are about nothing on the board

export const isSingle = (prompt) => prompt?.minimum === 1 && prompt.maximum === 1;

/** Options by what they are about, and by what they would ask for next: uuid -> options, each with its index. */
export function sorted(options) {
  const [about, leads] = [new Map(), new Map()];
  const put = (among, uuid, option) => among.set(uuid, [...(among.get(uuid) ?? []), option]);
  for (const [index, option] of options.entries()) {
    const indexed = { ...option, index };
    if (option.kind && !APART.includes(option.kind) && option.entity) put(about, option.entity, indexed);
    for (const next of option.leads ?? []) put(leads, next, indexed);
  }
  return { about, leads };
}

/**
 * The index of the option that ends or passes, or null: the last one, about nothing, which is also done for who gives no answer.
 * It has a place of its own, where one finds it without looking.
 */
export function finishOf(prompt) {
  const last = prompt.options.length - 1;
  return isSingle(prompt) && prompt.default[0] === last && !prompt.options[last].kind ? last : null;
}

/** Whether a question goes on with the option that was taken last: it asks for what that said it would, or on its behalf. */
export function isAbout(prompt, { leads = [], entity }) {
  if (prompt.subject && prompt.subject === entity) return true;
  return leads.length > 1 && prompt.options.every((option) => !option.entity || leads.includes(option.entity));
}

/** The options in the order of the list; the one that ends stands last. */
export const inList = (prompt) => [...prompt.options.keys()];

/** The options as one reads the board, row by row from the top, from the left; behind them those that are about nothing there. */
export function inOrder(prompt, place) {
  const places = prompt.options.map(({ kind, entity }, index) => ({ index, at: kind && !APART.includes(kind) ? place(entity) : null }));
  const seen = places.filter(({ at }) => at).sort((one, other) => one.at.top - other.at.top);
  const rows = [];
  for (const each of seen) {
    const row = rows.at(-1);
    const middle = (each.at.top + each.at.bottom) / 2;
    if (row && middle < row.bottom) row.all.push(each);
    else rows.push({ bottom: each.at.bottom, all: [each] });
  }
  const read = rows.flatMap(({ all }) => all.sort((one, other) => one.at.left - other.at.left || one.index - other.index));
  return [...read, ...places.filter(({ at }) => !at)].map(({ index }) => index);
}
