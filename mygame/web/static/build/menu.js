/**
 * A card by menus: its names, what is printed on it, and its words, each change made in the text where it stands. Begin with `menu`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { kindOf, printedOf, valuesOf } from "./complete.js";
import { nodeAt, parse, withItem, withMember, without } from "./json5.js";

const APART = new Set(["id", "kind", "name", "description", "behaviors", "comment", "$schema"]);

/** The menus of a text; `put(text)` takes the changed one. */
export function menu(text, schema, say, put) {
  let root;
  try {
    root = parse(text);
    if (!root.members) throw new SyntaxError("object");
  } catch {
    return html`<p class="soft">${say("broken")}</p>`;
  }
  const kind = kindOf(schema, root.value);
  const printed = Object.entries(printedOf(schema, kind)).filter(([key]) => !APART.has(key));
  const behaviors = nodeAt(root, ["behaviors"]);
  return html`
    ${names(text, root, say, put)}
    <fieldset><legend>${say("printed")}</legend>
      <div class="facts-menu">${printed.map(([key, shape]) => fact(text, root, schema, key, shape, put))}</div></fieldset>
    ${(behaviors?.items ?? []).map((_, number) => behavior(text, root, schema, number, say, put))}
    ${behaviors?.items ? added(text, behaviors, say("at"), schema.$defs.behavior.properties.at, (at) => put(withItem(text, behaviors, example(schema, `behavior.${at}`, { at, do: [] })))) : nothing}`;
}

function names(text, root, say, put) {
  const name = nodeAt(root, ["name"]);
  if (!name?.members) return nothing;
  return name.members.map(({ key, node }) => html`<p><label>${key === "zh" ? say("name_zh") : say("name_en")}
    <input lang=${key} .value=${String(node.value)} maxlength="80" @change=${(event) => put(withMember(text, name, key, JSON.stringify(event.target.value)))}></label></p>`);
}

function fact(text, root, schema, key, shape, put) {
  const value = root.value[key];
  const words = valuesOf(schema, shape);
  const write = (given) => put(withMember(text, root, key, JSON.stringify(given)));
  const label = shape.description?.length < 30 ? shape.description : key;
  if (words.length)
    return html`<p><label>${label} <select @change=${(event) => write(event.target.value)}>
      <option value="" ?selected=${value === undefined} disabled></option>
      ${words.map((each) => html`<option ?selected=${each === value}>${each}</option>`)}</select></label></p>`;
  if (shape.enum)
    return html`<p><label><input type="checkbox" .checked=${Boolean(value)} @change=${(event) => write(event.target.checked)}> ${label}</label></p>`;
  if (shape.type === "integer" || key === "count")
    return html`<p><label>${label} <input inputmode="numeric" .value=${String(value ?? "")} @change=${(event) => numberOf(event.target.value, write)}></label></p>`;
  return nothing;
}

function numberOf(typed, write) {
  if (/^-?\d{1,6}$/.test(typed)) write(Number(typed));
  else if (/^\$\d{1,3}$/.test(typed)) write(typed);
}

function behavior(text, root, schema, number, say, put) {
  const behaviors = nodeAt(root, ["behaviors"]);
  const node = nodeAt(behaviors, [number]);
  const at = node.value?.at ?? "";
  const block = nodeAt(node, ["do"]);
  const known = schema.$defs.doable.properties.type;
  return html`<fieldset><legend>${say("at")}: ${at} <button type="button" class="link" aria-label=${`${say("remove")}: ${at}`} @click=${() => put(without(text, behaviors, number))}>×</button></legend>
    <ol>${(block?.items ?? []).map((each, index) => html`<li><code>${short(text.slice(each.start, each.end))}</code>
      <button type="button" class="link" aria-label=${`${say("remove")}: ${each.value?.type ?? ""}`} @click=${() => put(without(text, block, index))}>×</button></li>`)}</ol>
    ${block?.items ? added(text, block, say("add"), known, (type) => put(withItem(text, block, example(schema, `doable.${type}`, { type })))) : nothing}
  </fieldset>`;
}

const short = (text) => (text.length > 80 ? `${text.slice(0, 77)}...` : text).replace(/\s+/g, " ");

/** A word as a card of the game uses it. */
const example = (schema, name, plain) => JSON.stringify(schema.$defs[name]?.examples?.[0] ?? plain).replace(/([:,])(?=["\d{[])/g, "$1 ");

function added(text, list, label, known, choose) {
  const chosen = (event) => {
    const word = event.target.value;
    event.target.value = "";
    if (word) choose(word);
  };
  return html`<p><label>${label} <select @change=${chosen}><option value=""></option>
    ${known.enum.map((each, number) => html`<option value=${each} title=${known.markdownEnumDescriptions?.[number] ?? ""}>${each}</option>`)}</select></label></p>`;
}
