// Plays a match as the browser does, for test_practice.py: {file, seed, seats, answers} comes in, what seats see before each answer goes out.
import { readFileSync } from "node:fs";

const [folder] = process.argv.slice(2);
const { openMachine } = await import(`${folder}/machine.js`);
const { Match } = await import(`${folder}/match.js`);
const { Views } = await import(`${folder}/views.js`);
const { file, seed, seats, answers } = JSON.parse(readFileSync(0, "utf-8"));
const match = new Match(await openMachine(readFileSync(file)), BigInt(seed));
const views = new Views(match);
const seen = [];
for (const answer of [...answers, null]) {
  const asked = views.untouched(() => match.choices.map((choice) => views.choice(choice).shown));
  const log = match.takeLog().map((row) => views.entry(row));
  seen.push({ public: views.public(), hands: seats.map((seat) => views.hand(seat)), asked, log });
  if (answer) match.answer(...answer);
}
process.stdout.write(JSON.stringify(seen));
