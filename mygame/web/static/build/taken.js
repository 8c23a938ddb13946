/** What was read of a sentence, taken into the text of a card. */
import { nodeAt, parse, withItem, withMember } from "./json5.js";

/** A card's text with what was read: its behaviours behind those that are there, and the facts that it says. */
export function taken(text, { behaviors, facts }) {
  let made = text;
  for (const [key, value] of Object.entries(facts ?? {})) made = withMember(made, parse(made), key, JSON.stringify(value));
  for (const each of behaviors) {
    const root = parse(made);
    const list = nodeAt(root, ["behaviors"]);
    const json = JSON.stringify(each).replace(/([:,])(?=["\d{[])/g, "$1 ");
    made = list?.items ? withItem(made, list, json) : withMember(made, root, "behaviors", `[${json}]`);
  }
  return made;
}
