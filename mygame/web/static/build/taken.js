/** What was read of a sentence, taken into the text of a card. */
import { nodeAt, parse, withItem, withMember } from "./json5.js";

const spaced = (value) => JSON.stringify(value).replace(/([:,])(?=["\d{[])/g, "$1 ");

/** A card's text with what was read: its behaviours behind those that are there, or in their place, and the facts that it says. */
export function taken(text, { behaviors, facts, answers }, instead = false) {
  let made = text;
  for (const [key, value] of Object.entries(facts ?? {})) made = withMember(made, parse(made), key, JSON.stringify(value));
  if (Object.keys(answers ?? {}).length) made = withMember(made, parse(made), "answers", spaced({ ...(instead ? {} : parse(made).value.answers), ...answers }));
  if (instead) return withMember(made, parse(made), "behaviors", `[${behaviors.map(spaced).join(", ")}]`);
  for (const each of behaviors) {
    const root = parse(made);
    const list = nodeAt(root, ["behaviors"]);
    made = list?.items ? withItem(made, list, spaced(each)) : withMember(made, root, "behaviors", `[${spaced(each)}]`);
  }
  return made;
}
