// Feeds messages to the store of the browser's table, for test_store.py: JSON of a list of [name, message] comes in, what the
// store then holds goes out after each: its view, and how often it asked for everything again.
import { readFileSync } from "node:fs";

const { Store } = await import(process.argv[2]);
let asked = 0;
const store = new Store(() => (asked += 1));
const held = JSON.parse(readFileSync(0, "utf-8")).map(([name, message]) => {
  store.hear(name, message);
  return { view: store.view(), log: store.log.map(({ number }) => number), asked };
});
process.stdout.write(JSON.stringify(held));
