/**
 * What can stand where the caret is, from the JSON Schema of a card of the game (`/schema/<game>/card.json`): names of words, their
 * parameters, events, symbols. Begin with `completions`.
 */
import { contextAt } from "./json5.js";

const MOST = 12;
const CONDITIONS = new Set(["condition", "conditions", "where", "when", "if", "having", "unless"]);
const BLOCKS = new Set(["do", "elsedo"]);
const FAMILIES = ["doable", "condition", "value", "chooser"];

/** The kind of a card by its text so far, as the game reads it from the id. */
export function kindAmong(kinds, given) {
  if (kinds.includes(given.kind)) return given.kind;
  return String(given.id ?? "").split(".").find((part) => kinds.includes(part)) ?? "";
}

/** The same among the kinds of a schema. */
const kindOf = (schema, given) => kindAmong(Object.keys(schema.$defs).filter((name) => name.startsWith("card.")).map((name) => name.slice(5)), given);

/** What a card of this kind can have printed, by name. */
const printedOf = (schema, kind) => schema.$defs[`card.${kind}`]?.properties ?? schema.$defs.card.properties;

/** The words that a schema allows as a value. */
function valuesOf(schema, shape) {
  if (!shape) return [];
  if (shape.$ref) return valuesOf(schema, schema.$defs[shape.$ref.replace("#/$defs/", "")]);
  if (shape.enum) return shape.enum.filter((each) => typeof each === "string");
  return (shape.anyOf ?? []).flatMap((each) => (each.enum ? valuesOf(schema, each) : []));
}

/**
 * `{start, end, quoted, words}`: what can replace the text from start to end. `root` is what the text is as a whole: a `card`, or `do`, a
 * list of words; of anything else only what stands in its words is known.
 */
export function completions(schema, text, caret, root = "card") {
  const context = contextAt(text, caret);
  const { frames, isKey, prefix } = context;
  if (!frames.length) return { ...context, words: [] };
  const known = isKey ? keysAt(schema, frames, root) : valuesAt(schema, frames, root);
  const typed = prefix.toLowerCase();
  const fitting = known.filter((each) => each.toLowerCase().includes(typed) && each !== prefix);
  fitting.sort((one, other) => other.toLowerCase().startsWith(typed) - one.toLowerCase().startsWith(typed));
  return { ...context, words: fitting.slice(0, MOST) };
}

/** The key under which the container of a frame stands: that of the nearest object around it. */
const ownerOf = (frames, root) => frames.slice(0, -1).findLast((each) => each.kind === "{")?.key ?? root;

function keysAt(schema, frames, root) {
  const { given } = frames.at(-1);
  return Object.keys(shapeAt(schema, frames, root)?.properties ?? {}).filter((key) => key !== "comment" && !(key in given));
}

/** The schema of the object that the caret is in. */
function shapeAt(schema, frames, root) {
  const defs = schema.$defs;
  const { given } = frames.at(-1);
  const owner = ownerOf(frames, root);
  if (frames.length === 1 && root === "card") return { properties: printedOf(schema, kindOf(schema, given)) };
  if (owner === "behaviors") return defs[`behavior.${given.at}`] ?? defs["behavior.timing"];
  if (owner === "triggers") return defs.trigger;
  if (owner === "modifiers") return defs.modifier;
  if (owner === "options") return defs.option;
  if (owner === "name") return { properties: { zh: {}, en: {} } };
  const word = given.chooser ? `chooser.${given.chooser}` : FAMILIES.map((each) => `${each}.${given.type}`).find((each) => defs[each]);
  return defs[word] ?? { properties: { type: {}, ...(BLOCKS.has(owner) ? {} : { chooser: {} }) } };
}

function valuesAt(schema, frames, root) {
  const top = frames.at(-1);
  if (top.kind === "[") return [];
  const defs = schema.$defs;
  const owner = ownerOf(frames, root);
  if (top.key === "type" && (frames.length > 1 || root !== "card")) {
    if (BLOCKS.has(owner)) return defs.doable.properties.type.enum;
    const words = defs.expression.properties.type.enum;
    return CONDITIONS.has(owner) ? words.filter((each) => defs[`condition.${each}`]) : words;
  }
  if (top.key === "chooser") return defs.expression.properties.chooser.enum;
  if (top.key === "at" && owner === "behaviors") return defs.behavior.properties.at.enum;
  return valuesOf(schema, shapeAt(schema, frames, root)?.properties?.[top.key]);
}
