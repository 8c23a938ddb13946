/**
 * What somebody looks at on the table, at its largest: beside where it lies, over neither that nor the question. Whoever goes from
 * card to card by keys sees it after a moment. Begin with `largeCard`.
 */
import { html } from "../vendor/lit-html/lit-html.js";
import { ref } from "../vendor/lit-html/directives/ref.js";
import { placeFor } from "./beside.js";
import { cardDetail } from "./detail.js";
import { say } from "./words.js";

const REST = 600; // ms for which a card has the focus of the keyboard before it is shown at large

/**
 * What somebody looks at, a card or a player (drawn by `mat`), beside where it lies. It is read out only to who has asked for it:
 * `aloud`.
 */
export function largeCard(entity, ctx, hands, aloud, mat) {
  return html`<aside class="sheet" role="region" aria-label=${say("board.detail")} aria-live=${aloud === false ? "off" : "polite"}
      ${ref((sheet) => sheet && queueMicrotask(() => place(sheet, entity.uuid)))}>
    ${entity.id ? cardDetail(entity, ctx) : mat(entity, ctx, hands)}
    <button type="button" class="close" @click=${() => hands.look(null)}>${say("board.close")}</button></aside>`;
}

const boxesOf = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());

function place(sheet, uuid) {
  const lying = document.querySelector(`.board [data-uuid="${Number(uuid)}"]`);
  if (!lying || !sheet.isConnected) return;
  const window = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
  const { width, height } = sheet.getBoundingClientRect();
  const never = boxesOf(".prompt, [data-dock]");
  const { left, top } = placeFor({ width, height }, lying.getBoundingClientRect(), window, never, boxesOf(".board [data-choosable]"));
  Object.assign(sheet.style, { left: `${left}px`, top: `${top}px`, right: "auto", bottom: "auto" });
}

/**
 * Show at large the card to which one has gone by a key, when it has had the focus for a moment; not one to which the page has moved
 * it, such as after an answer. `hands` has `look` and `unlook`.
 */
export function lookOnFocus(root, hands) {
  let timer = 0;
  let pressed = false; // whether a key is just being dealt with
  addEventListener("keydown", () => {
    pressed = true;
    setTimeout(() => (pressed = false));
  }, true);
  root.addEventListener("focusin", ({ target }) => {
    clearTimeout(timer);
    const uuid = Number(target.closest?.(".board [data-uuid]")?.dataset.uuid);
    if (uuid && pressed) timer = setTimeout(() => hands.look(uuid, false), REST);
  });
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    clearTimeout(timer);
    if (target.closest?.(".board [data-uuid]") && !relatedTarget?.closest?.(".sheet")) hands.unlook();
  });
}
