/**
 * The deal of a match (`rules/running/deal.py`): the rows of the cards with which it begins, in the same order from the same seed.
 *
 * A copy of a card is [the card's place among all cards, the number of the copy, its definition, whose it is (0: nobody's)].
 */

import { drawNumbers, nextRandom } from "./dice.js";

/**
 * `plan` is that of the game; `rowOf(definition)` is the row with which a card begins; `options` are chosen by name, `decks` by seat (the
 * place of a ready one, or one's own: ids of cards by part; undefined: by lot). Gives `state`, the `cards` in their order,
 * `owners` by card, and `decks`: by player (0: nobody), the cards of each part.
 */
export function dealMatch(plan, seed, rowOf, { options = {}, decks = [] } = {}) {
  const { deal, seats } = plan;
  const copies = [...deal.copies];
  const parts = [];
  const chosen = decksOfSeats(deal.decks, seats, seed, decks);
  chosen.forEach((deck, seat) => {
    const used = new Map();
    for (const [part, ids] of Object.entries(deck))
      for (const id of ids) {
        const [card, definition, most] = deal.cards[id];
        const number = used.get(id) ?? 0;
        used.set(id, number + 1);
        parts.push(part);
        copies.push([card, seat * most + number, definition, seat + 1]);
      }
  });
  const order = chosen.length ? shuffled(copies.length, seed) : copies.map((_, place) => place);
  const laid = layOut(plan, copies, order, rowOf, options);
  return { ...laid, decks: decksOf(deal, seats, copies, parts, laid.rows) };
}

/** Whether a game knows all cards of a deck. */
export const knowsDeck = ({ cards }, deck) => Object.values(deck).flat().every((id) => id in cards);

/** The deck of each seat; none where nobody brings one. */
function decksOfSeats(ready, seats, seed, picked) {
  if (!ready.length) return [];
  const found = [];
  for (let seat = 0, state = ~seed; seat < seats; seat++) {
    const [next, bits] = nextRandom(state);
    state = next;
    const deck = picked[seat] ?? Number(bits % BigInt(ready.length));
    found.push(typeof deck === "number" ? ready[deck] : deck);
  }
  return found;
}

/** The numbers below `count` in an order that is drawn from the seed beside all other chance. */
function shuffled(count, seed) {
  const numbers = Array.from({ length: count }, (_, place) => place);
  const sizes = numbers.slice(0, -1).map((place) => count - place);
  drawNumbers(~seed - 1n, sizes).forEach((other, place) => {
    const last = count - 1 - place;
    [numbers[last], numbers[other]] = [numbers[other], numbers[last]];
  });
  return numbers;
}

function layOut({ deal, first, width }, copies, order, rowOf, options) {
  const state = [...deal.initial.map(BigInt), ...Array(copies.length * width).fill(0n)];
  const rows = order.map((place) => first + width * place);
  copies.forEach(([, , definition], copy) => {
    rowOf(definition).forEach((value, place) => (state[rows[copy] + place] = value));
    state[rows[copy] + 1] = BigInt(deal.start);
  });
  for (const [name, base, value] of deal.options) state[base] = BigInt(options[name] ?? value);
  const sorted = copies.map(([card, number, , player], copy) => [card, number, rows[copy], player]);
  sorted.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[3] - other[3]);
  const owners = deal.owned ? sorted.filter(([, , , player]) => player).flatMap(([, , row, player]) => [row, player]) : [];
  return { state, rows, owners, cards: sorted.map(([, , row]) => row) };
}

function decksOf({ decks, parts: names }, seats, copies, parts, rows) {
  if (!decks.length) return [];
  const found = Array.from({ length: seats + 1 }, () => Object.fromEntries(names.map((name) => [name, []])));
  const begin = copies.length - parts.length;
  parts.forEach((part, place) => found[copies[begin + place][3]][part].push(rows[begin + place]));
  return found;
}
