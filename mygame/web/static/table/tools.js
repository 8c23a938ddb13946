/**
 * What is always at the same place below the question: the way back, help, what one can do at any time, and the drawers. What is
 * of no use just now is there all the same, so that nothing else moves under the pointer.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

const FIRST = ["back", "hint", "rules"];
const REST = ["concede", "leave", "why"];

/** `offered(name)` is true, false, or null for what is never of use here; `shown.drawer` is what is pulled out where windows are small. */
export function toolsPanel(offered, act, shown, draw, rest = nothing) {
  const pull = (name) => {
    shown.drawer = name;
    draw();
  };
  const button = (name) => (offered(name) === null ? nothing : html`<button type="button" data-act=${name} ?disabled=${!offered(name)}
    @click=${() => act(name) && pull("")}>${say(`act.${name}`)}</button>`);
  const drawer = (name) => html`<button type="button" class="pulls" aria-expanded=${String(shown.drawer === name)}
    @click=${() => pull(shown.drawer === name ? "" : name)}>${say(`stage.${name}`)}</button>`;
  return html`<div class="tools">
    ${FIRST.map(button)}${drawer("log")}${drawer("more")}
    <div class="rest" ?data-open=${shown.drawer === "more"}>${REST.map(button)}${rest}</div>
  </div>`;
}
