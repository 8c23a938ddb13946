// A contender of the benchmarks in Node: the twin of `../contender.py`, which says how it works.
"use strict";
const readline = require("node:readline");

const WARM_UP = 5; // seconds, twice: until V8 has compiled what a large engine needs often

function spentSeconds(since) {
  const {user, system} = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/** Play the matches of seeds 0, 1, 2 ... for so many seconds: each count that `play` returns, a second. */
function rates(play, seconds) {
  // V8 drops compiled code of a process that waits for its turn; the first stretch is not counted.
  stretch(play, seconds);
  return stretch(play, seconds);
}

function stretch(play, seconds) {
  const counted = {};
  const start = process.cpuUsage();
  for (let seed = 0; ; seed++) {
    for (const [name, number] of Object.entries(play(seed))) counted[name] = (counted[name] ?? 0) + number;
    const spent = spentSeconds(start);
    if (spent >= seconds) {
      return Object.fromEntries(Object.entries(counted).map(([name, number]) => [name, number / spent]));
    }
  }
}

/** The mean time of a call; all calls in turn, so often that it takes so many seconds. */
function microseconds(calls, seconds) {
  for (let loops = 1; ; loops *= 2) {
    const start = process.cpuUsage();
    for (let i = 0; i < loops; i++) for (const call of calls) call();
    const spent = spentSeconds(start);
    if (spent >= seconds) return (spent / loops / calls.length) * 1e6;
  }
}

/** At most so many items, from the first on, at the same distance. */
function evenly(items, most) {
  const distance = Math.ceil(items.length / most);
  return items.filter((_, i) => i % distance === 0);
}

/** A small seeded generator of numbers in [0, 1) (mulberry32). */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function serve(about, measure) {
  const answer = data => process.stdout.write(JSON.stringify(data) + "\n");
  measure(WARM_UP);
  answer(about);
  readline.createInterface({input: process.stdin}).on("line", line => answer(measure(Number(line))));
}

module.exports = {rates, microseconds, evenly, dice, serve};
