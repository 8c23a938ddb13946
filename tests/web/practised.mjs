// Plays a match as a page does by itself, for test_practice.py: {file, seed, you, book, words, names, answers, back} comes in; what the
// seat is told before each answer goes out.
import { readFileSync } from "node:fs";

const [folder] = process.argv.slice(2);
const { openMachine } = await import(`${folder}/machine.js`);
const { Match } = await import(`${folder}/match.js`);
const { Game } = await import(`${folder}/game.js`);
const { Bots } = await import(`${folder}/bots.js`);
const { file, seed, answers, level, back, chosen, ...reader } = JSON.parse(readFileSync(0, "utf-8"));
const match = new Match(await openMachine(readFileSync(file), reader.names.length), BigInt(seed), chosen);
const game = new Game(match, reader);
const told = [game.news()];
if (level) {
  const bots = new Bots(match, 5n);
  while (!match.over) {
    const [seat] = game.seats;
    game.answer(seat, bots.think(seat, level));
    told.push(game.news());
  }
}
for (const answer of answers ?? []) {
  game.answer(...answer);
  told.push(game.news());
}
if (back) {
  game.takeBack();
  told.push(game.news());
}
process.stdout.write(JSON.stringify(told));
