// What the editor of drafts makes of texts: one question a line of JSON on stdin, one answer a line.
import { createInterface } from "node:readline";
const [json5, complete, reading] = await Promise.all(["json5", "complete", "taken"].map((name) => import(`${process.argv[2]}/${name}.js`)));

function answer({ what, text, caret, schema, root, path, key, json, number }) {
  if (what === "parse") {
    try {
      return json5.parse(text).value;
    } catch (error) {
      return { broken: error.name };
    }
  }
  if (what === "completions") return complete.completions(schema, text, caret, root).words;
  if (what === "taken") return reading.taken(text, json);
  if (what === "writtenAt") return json5.writtenAt(text, path, json);
  if (what === "withoutAt") return json5.withoutAt(text, path);
  const node = json5.nodeAt(json5.parse(text), path);
  if (what === "withMember") return json5.withMember(text, node, key, json);
  if (what === "withItem") return json5.withItem(text, node, json);
  return json5.without(text, node, number);
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
