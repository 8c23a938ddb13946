/** Chance as the game has it (`rules/running/state.py`): SplitMix64, in 64 bits. */

const word = (number) => BigInt.asUintN(64, number);

/** The next state, and 64 random bits. */
export function nextRandom(state) {
  const next = word(state + 0x9e3779b97f4a7c15n);
  let bits = word((next ^ (next >> 30n)) * 0xbf58476d1ce4e5b9n);
  bits = word((bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
  return [next, bits ^ (bits >> 31n)];
}

/** For each of these sizes a number from 0 to below it. */
export function drawNumbers(state, sizes) {
  let now = state;
  return sizes.map((size) => {
    const [next, bits] = nextRandom(now);
    now = next;
    return Number(bits % BigInt(size));
  });
}
