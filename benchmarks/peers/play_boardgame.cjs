// boardgame.io as a contender: `node play_boardgame.cjs`, see `../contender.py`.
//
// The game is that of `../packs/tricks`, rule for rule, with the same decisions. Moves go through the reducer, as on
// its server and in its bots, without a history for undo. A state is immutable plain data: a clone is free, and
// JSON saves it.
"use strict";
const {CreateGameReducer, InitializeGame} = require("boardgame.io/internal");
const {version} = require("boardgame.io/package.json");
const {rates, microseconds, evenly, dice, serve} = require("./contender.cjs");

const SEATS = 4;
const TRICKS = 13;
const RANKS = Array.from({length: TRICKS}, (_, i) => i + 2);

const tricks = seed => ({
  seed,
  disableUndo: true,
  setup: ({random}) => {
    const deck = random.Shuffle(RANKS.flatMap(rank => [rank, rank, rank, rank]));
    const hands = Array.from({length: SEATS}, (_, seat) => deck.slice(seat * TRICKS, (seat + 1) * TRICKS));
    return {hands, table: [], played: [], best: null, next: 0, tricks: [0, 0, 0, 0]};
  },
  turn: {minMoves: 1, maxMoves: 1, order: {first: () => 0, next: ({G}) => G.next}},
  moves: {
    play: ({G, playerID}, index) => {
      const seat = Number(playerID);
      const [rank] = G.hands[seat].splice(index, 1);
      G.table.push(rank);
      if (G.best === null || rank > G.best.rank) G.best = {rank, seat};
      G.next = (seat + 1) % SEATS;
      if (G.table.length === SEATS) takeTrick(G);
    },
  },
  endIf: ({G}) => (G.played.length === SEATS * TRICKS ? {tricks: G.tricks} : undefined),
});

function takeTrick(G) {
  G.tricks[G.best.seat] += 1;
  G.next = G.best.seat;
  G.played.push(...G.table);
  G.table = [];
  G.best = null;
}

/** One match of random players, at each of its states in turn. */
function* states(seed) {
  const game = tricks(seed);
  const reduce = CreateGameReducer({game});
  const random = dice(seed);
  let state = InitializeGame({game, numPlayers: SEATS});
  while (state.ctx.gameover === undefined) {
    yield state;
    const playerID = state.ctx.currentPlayer;
    const hand = state.G.hands[Number(playerID)];
    const move = {type: "play", args: [Math.floor(random() * hand.length)], playerID};
    state = reduce(state, {type: "MAKE_MOVE", payload: move});
  }
}

function play(seed) {
  let decisions = 0;
  for (const _ of states(seed)) decisions++;
  return {"decisions/s": decisions, "matches/s": 1};
}

const positions = evenly([...states(0)], 16);
const saved = positions.map(state => JSON.stringify(state));

serve(
  {engine: `boardgame.io ${version}, Node ${process.versions.node}`, game: "Tricks, 4 players, rules in JavaScript"},
  seconds => ({
    ...rates(play, seconds),
    "save, µs": microseconds(positions.map(state => () => JSON.stringify(state)), seconds / 5),
    "load, µs": microseconds(saved.map(text => () => JSON.parse(text)), seconds / 5),
  }),
);
