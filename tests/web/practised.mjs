// Plays a match as a page does by itself, for test_practice.py: {file, seed, you, book, words, names, chosen, answers, level, back,
// hint, why, rule, levels} comes in; what the seat is told before each answer goes out. `answers` are given, or bots of a `level` play; `back` answers are taken back.
import { readFileSync } from "node:fs";

const [folder] = process.argv.slice(2);
const { Failed, openMachine } = await import(`${folder}/machine.js`);
const { Match } = await import(`${folder}/match.js`);
const { Game } = await import(`${folder}/game.js`);
const { Bots } = await import(`${folder}/bots.js`);
const { file, seed, answers, level, back = 0, hint, why, rule, levels, chosen, ...reader } = JSON.parse(readFileSync(0, "utf-8"));
const match = new Match(await openMachine(readFileSync(file), reader.names.length), BigInt(seed), chosen);
const game = new Game(match, reader);
game.foreseer.patience = 60_000; // ms: a busy machine foresees as much
const told = [game.news()];
const bots = new Bots(match, 5n);

function answered(seat, picks) {
  try {
    const complaint = game.answer(seat, picks);
    told.push([...game.news(), ["complaint", complaint]]);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    told.push([...game.news(), ["complaint", "broken"]]);
  }
}

if (level) {
  while (!match.over) {
    const [seat] = game.seats;
    answered(seat, bots.think(seat, level)[0].picks);
  }
}
for (const answer of answers ?? []) answered(...answer);
for (let taken = 0; taken < back; taken++) {
  game.takeBack();
  told.push(game.news());
}
for (const each of levels ?? []) told.push(bots.weigh(game.seats[0], each));
if (hint) {
  const lines = bots.weigh(game.you, hint);
  told.push([game.hint(lines), ["lines", lines]]);
}
if (why) {
  const lines = bots.think(game.seats[0], why);
  game.answer(game.seats[0], lines[0].picks, lines);
  told.push([game.why(), ["lines", lines]]);
}
if (rule) told.push([game.rule()]);
process.stdout.write(JSON.stringify(told));
