/**
 * What a card does by menus: when, and which words, each change made in the text where it stands. When a moment is chosen a sentence says
 * when it comes, with a card of the game that uses it. Begin with `Menu`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { nodeAt, parse, withItem, withMember, without } from "./json5.js";

export class Menu {
  /** `timings` are the moments, told; `draw()` shows all anew. */
  constructor(say, timings, draw) {
    Object.assign(this, { say, timings: new Map(timings.map((each) => [each.at, each])), draw, chosen: {} });
  }

  /** The menus of a text; `put(text)` takes the changed one. */
  panel(text, schema, put) {
    const { say } = this;
    let root;
    try {
      root = parse(text);
      if (!root.members) throw new SyntaxError("object");
    } catch {
      return html`<p class="soft">${say("broken")}</p>`;
    }
    const behaviors = nodeAt(root, ["behaviors"]);
    const made = (at) => example(schema, `behavior.${at}`, { at, do: [] });
    const add = (at) => put(behaviors?.items ? withItem(text, behaviors, made(at)) : withMember(text, root, "behaviors", `[${made(at)}]`));
    return html`${(behaviors?.items ?? []).map((_, number) => this.behavior(text, root, schema, number, put))}
      ${this.chooser("at", say("at"), schema.$defs.behavior.properties.at, add)}`;
  }

  behavior(text, root, schema, number, put) {
    const { say } = this;
    const behaviors = nodeAt(root, ["behaviors"]);
    const node = nodeAt(behaviors, [number]);
    const at = node.value?.at ?? "";
    const block = nodeAt(node, ["do"]);
    const known = schema.$defs.doable.properties.type;
    return html`<fieldset><legend>${say("at")}: ${at} <button type="button" class="link" aria-label=${`${say("remove")}: ${at}`} @click=${() => put(without(text, behaviors, number))}>×</button></legend>
      ${this.moment(at)}
      <ol>${(block?.items ?? []).map((each, index) => html`<li><code>${short(text.slice(each.start, each.end))}</code>
        <button type="button" class="link" aria-label=${`${say("remove")}: ${each.value?.type ?? ""}`} @click=${() => put(without(text, block, index))}>×</button></li>`)}</ol>
      ${block?.items ? this.chooser(`do${number}`, say("add"), known, (type) => put(withItem(text, block, example(schema, `doable.${type}`, { type })))) : nothing}
    </fieldset>`;
  }

  /** When a moment comes, and a card for which it does. */
  moment(at) {
    const found = this.timings.get(at);
    if (!found) return nothing;
    return html`<p class="soft moment">${found.told}${found.card ? html`<br>${this.say("as_card", { card: found.card, text: found.says })}` : nothing}</p>`;
  }

  /** A list to choose from: what is chosen is told before it is added. */
  chooser(name, label, known, add) {
    const { say, chosen } = this;
    const word = chosen[name] ?? "";
    const help = known.markdownEnumDescriptions?.[known.enum.indexOf(word)] ?? "";
    const choose = (value) => {
      chosen[name] = value;
      this.draw();
    };
    const done = () => {
      delete chosen[name];
      add(word);
    };
    return html`<div class="chooser"><p><label>${label} <select @change=${(event) => choose(event.target.value)}><option value="" ?selected=${!word}></option>
      ${known.enum.map((each) => html`<option value=${each} ?selected=${each === word}>${each}</option>`)}</select></label>
      ${word ? html`<button type="button" class="small" @click=${done}>${say("add_this", { word })}</button>` : nothing}</p>
      <div role="status">${word ? (this.timings.has(word) && name === "at" ? this.moment(word) : html`<p class="soft moment">${help}</p>`) : nothing}</div></div>`;
  }
}

const short = (text) => (text.length > 80 ? `${text.slice(0, 77)}...` : text).replace(/\s+/g, " ");

/** A word as a card of the game uses it. */
const example = (schema, name, plain) => JSON.stringify(schema.$defs[name]?.examples?.[0] ?? plain).replace(/([:,])(?=["\d{[])/g, "$1 ");
