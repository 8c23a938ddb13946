/** The running account of a match, and what the game says in text beside it. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { piece } from "./piece.js";
import { say } from "./words.js";

const SHOWN = 120; // lines of the log that are kept at least; old ones go so many at a time, with the list, so that no line moves

const atEnd = (list) => list.scrollTop >= list.scrollHeight - list.clientHeight - 4;

/**
 * Called before the page is drawn anew; what it gives is called afterwards, and shows the ends of the
 * account and of the text again, unless somebody has been reading further up.
 */
export function followEnds(root) {
  const lists = () => [...root.querySelectorAll(".log ol, .notes")];
  const left = new Set(lists().filter((list) => !atEnd(list)));
  return () => {
    const ends = lists().filter((list) => !left.has(list)).map((list) => [list, list.scrollHeight]);
    for (const [list, end] of ends) list.scrollTop = end;
    ended = ends.map(([list]) => list);
  };
}

let ended = []; // lists of which the end was shown; it is shown, too, when the window is another one
addEventListener("resize", () => ended.forEach((list) => (list.scrollTop = list.scrollHeight)));

/** The sign of whoever a line is about. */
function signOf(args = []) {
  const who = args.find(({ kind }) => kind === "player");
  return who ? piece(who.value) : nothing;
}

/** `open`: whether it is pulled out, where windows are small. */
export function logPanel(lines, open = false) {
  const gone = Math.max(0, Math.floor(lines.length / SHOWN) - 1) * SHOWN;
  return html`<section class="log" ?data-open=${open} aria-labelledby="log-head">
    <h2 id="log-head">${say("log.title")}</h2>
    ${keyed(gone, html`<ol tabindex="0" aria-labelledby="log-head">
      ${repeat(lines.slice(gone), ({ number }) => number, ({ text, message, args }) => html`<li data-message=${message}>${signOf(args)}${text}</li>`)}
    </ol>`)}
  </section>`;
}

/** The text of the game, for those who like it, and a line to type: anything a terminal understands. */
export function consolePanel(notes, hands, open) {
  return html`<details class="console" ?open=${open} @toggle=${(event) => hands.showConsole(event.target.open)}>
    <summary>${say("console.title")}</summary>
    <div class="body"><div class="notes" tabindex="0" role="log" aria-live="off" aria-label=${say("console.title")}>
      ${notes.map(({ nodes }) => html`<pre>${nodes}</pre>`)}
    </div>
    <form @submit=${(event) => typed(event, hands)}>
      <label for="line">${say("console.line")}</label>
      <input id="line" name="line" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="500">
      <button>${say("console.send")}</button>
    </form></div>
  </details>`;
}

function typed(event, hands) {
  event.preventDefault();
  const field = event.target.elements.line;
  if (hands.type(field.value)) field.value = "";
}

const AGREED = /^(?:yes|no|是|同意|不同意)$/; // what a question of the text tells one to type, set off from the rest
const CLASSES = /^(?:bg)?color-\d{3}$|^(?:underline|blink|inverse|strikethrough|italic)$/;

/**
 * What the game sent as HTML, as nodes that hold text, colours and links of the game, and nothing
 * else: whatever else may stand there is taken for text.
 */
export function nodesOf(text, hands) {
  const parsed = new DOMParser().parseFromString(`<pre>${text}</pre>`, "text/html");
  return [...copies(parsed.body, hands)];
}

function* copies(node, hands) {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) yield document.createTextNode(child.textContent);
    else if (child.nodeName === "BR") yield document.createTextNode("\n");
    else if (child.nodeName === "A" && commandOf(child)) yield link(child, hands);
    else if (child.nodeName === "SPAN") yield AGREED.test(child.textContent) ? button(child, child.textContent, hands) : span(child, hands);
    else yield* copies(child, hands);
  }
}

function span(node, hands) {
  const copy = document.createElement("span");
  copy.classList.add(...[...node.classList].filter((name) => CLASSES.test(name)));
  copy.append(...copies(node, hands));
  return copy;
}

const commandOf = (node) => /Evennia\.msg\("text",\["(.*?)"\]/s.exec(node.getAttribute("onclick") ?? "")?.[1];

const link = (node, hands) => button(node, commandOf(node), hands);

function button(node, command, hands) {
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "link";
  copy.addEventListener("click", () => hands.type(command));
  copy.append(...copies(node, hands));
  return copy;
}
