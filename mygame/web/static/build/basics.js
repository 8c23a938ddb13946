/**
 * A card field by field: its names, what cards of its kind have printed, each with what is usual and what is wrong with it, and the rest
 * behind it, folded. Each change is made in the text where it stands. Begin with `basics`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { kindAmong } from "./complete.js";
import { nodeAt, parse, withMember, withoutAt } from "./json5.js";

const COPIES = "count";

/** The fields of a text; `problems` are those of its last check; `put(text)` takes the changed text. */
export function basics(text, form, problems, language, say, put) {
  let root;
  try {
    root = parse(text);
    if (!root.members) throw new SyntaxError("object");
  } catch {
    return html`<p class="soft">${say("broken")}</p>`;
  }
  const kind = form.kinds.find((each) => each.kind === kindAmong(form.kinds.map((known) => known.kind), root.value));
  const facts = kind?.facts ?? [];
  const copies = { name: COPIES, label: say("copies"), type: "number", choices: [], often: false };
  const write = (name, given) => put(given === "" ? withoutAt(text, [name]) : withMember(text, root, name, JSON.stringify(given)));
  const field = (fact) => fieldOf(fact, root.value[fact.name], wrong(problems, fact.name), say, (given) => write(fact.name, given));
  const often = facts.filter((fact) => fact.often || root.value[fact.name] !== undefined || wrong(problems, fact.name).length);
  const rest = [...facts.filter((fact) => !often.includes(fact)), copies];
  return html`<div class="facts-menu names">${names(text, root, problems, language, say, put)}</div>
    <div class="facts-menu">${often.map(field)}</div>
    <details class="rest"><summary>${say("more_printed", { count: rest.length })}</summary><div class="facts-menu">${rest.map(field)}</div></details>`;
}

/** What is wrong with a field by its name: the last part of a place that is no number. */
export function wrong(problems, name) {
  return problems.filter(({ place }) => fieldAt(place) === name);
}

/** The field of a card at which a place is, "" where it is none of these. */
export function fieldAt(place = "") {
  const found = /(?:^|\.)(name(?:\.\w+)?|[A-Za-z]\w*)$/.exec(String(place));
  return found ? found[1] : "";
}

function names(text, root, problems, language, say, put) {
  const name = nodeAt(root, ["name"]);
  if (!name?.members) return nothing;
  const own = [...name.members].sort((one, other) => (other.key === language) - (one.key === language));
  return own.map(({ key, node }) => {
    const found = wrong(problems, `name.${key}`).concat(key === language ? wrong(problems, "name") : []);
    const id = `fact-name-${key}`;
    return html`<p><label for=${id}>${key === "zh" ? say("name_zh") : say("name_en")}</label>
      <input id=${id} lang=${key} autocomplete="off" .value=${String(node.value)} maxlength="80" aria-invalid=${found.length ? "true" : nothing} aria-describedby=${found.length ? `${id}-wrong` : nothing}
        @change=${(event) => put(withMember(text, name, key, JSON.stringify(event.target.value)))}>${told(found, id)}</p>`;
  });
}

const told = (found, id) => (found.length ? html`<span class="problem" id=${`${id}-wrong`}>${found.map((each) => each.text).join(" ")}</span>` : nothing);

/** What a card says of a fact; where it says nothing what holds then is shown, and chosen by saying nothing. */
function fieldOf(fact, value, found, say, write) {
  const id = `fact-${fact.name}`;
  const state = { invalid: found.length ? "true" : nothing, by: found.length ? `${id}-wrong` : nothing };
  if (fact.type === "flag")
    return html`<p class="flag"><input id=${id} type="checkbox" .checked=${Boolean(value ?? fact.holds)} aria-invalid=${state.invalid} aria-describedby=${state.by} @change=${(event) => write(event.target.checked)}> <label for=${id}>${fact.label}</label>${told(found, id)}</p>`;
  if (fact.type === "choice") {
    const said = fact.aliases?.[value] ?? value;
    const held = fact.choices.find(([each]) => each === fact.holds);
    const plain = said === undefined || (held && said === fact.holds);
    return html`<p><label for=${id}>${fact.label}</label> <select id=${id} aria-invalid=${state.invalid} aria-describedby=${state.by} @change=${(event) => write(event.target.value)}>
      <option value="" ?selected=${plain} ?disabled=${!held}>${held?.[1]}</option>
      ${fact.choices.filter((each) => each !== held).map(([each, name]) => html`<option value=${each} ?selected=${each === said}>${name}</option>`)}</select>${told(found, id)}</p>`;
  }
  const number = fact.type === "number";
  const hint = fact.usual !== undefined ? say("usually", { value: fact.usual }) : fact.holds !== undefined ? say("unless_said", { value: fact.holds }) : nothing;
  return html`<p><label for=${id}>${fact.label}</label> <input id=${id} autocomplete="off" inputmode=${number ? "numeric" : nothing} placeholder=${hint} .value=${String(value ?? "")}
    aria-invalid=${state.invalid} aria-describedby=${state.by} @change=${(event) => (number ? numberOf(event.target.value, write) : write(event.target.value))}>${told(found, id)}</p>`;
}

/** A number; what is none is written as it is, and the check says at the field what belongs there. */
function numberOf(typed, write) {
  const told = typed.trim();
  write(/^-?\d{1,6}$/.test(told) ? Number(told) : told);
}
