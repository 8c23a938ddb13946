// Pokémon Showdown as a contender: `node play_showdown.cjs`, see `../contender.py`.
//
// Battles of random teams between two of its own random players, which always attack. Its only copy of a battle is
// its JSON, written and read again.
"use strict";
const {Battle} = require("pokemon-showdown");
const {RandomPlayerAI} = require("pokemon-showdown/dist/sim/tools/random-player-ai");
const {version} = require("pokemon-showdown/package.json");
const {rates, microseconds, evenly, serve} = require("./contender.cjs");

const FORMAT = "gen9randombattle";

/** Its random player, without the stream between it and the battle. */
class Player extends RandomPlayerAI {
  choose(choice) {
    this.chosen = choice;
  }

  answer(request) {
    this.receiveRequest(request);
    return this.chosen;
  }
}

/** One battle, yielded before every decision of a side. */
function* moments(seed) {
  const battle = new Battle({formatid: FORMAT, seed: [seed, 2, 3, 4], p1: {name: "p1"}, p2: {name: "p2"}});
  const players = battle.sides.map((_, side) => new Player(null, {seed: [seed, side, 5, 6]}));
  while (!battle.ended) {
    for (const [i, side] of battle.sides.entries()) {
      const request = side.activeRequest;
      if (battle.ended || !request || request.wait || side.isChoiceDone()) continue;
      yield battle;
      // A move that turns out to be impossible (a hidden trap) is answered with the default, as on the server.
      if (!battle.choose(side.id, players[i].answer(request))) battle.choose(side.id, "default");
    }
  }
}

function play(seed) {
  let decisions = 0;
  for (const _ of moments(seed)) decisions++;
  return {"decisions/s": decisions, "matches/s": 1};
}

const copy = battle => Battle.fromJSON(battle.toJSON());
const write = battle => JSON.stringify(battle.toJSON());
const texts = [];
for (const battle of moments(0)) texts.push(write(battle));
const saved = evenly(texts, 16);
const positions = saved.map(text => Battle.fromJSON(text));

serve(
  {
    engine: `pokemon-showdown ${version}, Node ${process.versions.node}`,
    game: `${FORMAT}, 2 players, rules in TypeScript`,
  },
  seconds => ({
    ...rates(play, seconds),
    "clone, µs": microseconds(positions.map(battle => () => copy(battle)), seconds / 5),
    "save, µs": microseconds(positions.map(battle => () => write(battle)), seconds / 5),
    "load, µs": microseconds(saved.map(text => () => Battle.fromJSON(text)), seconds / 5),
  }),
);
