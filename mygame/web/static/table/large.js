/**
 * What somebody looks at on the table, at its largest: beside where it lies, over neither that nor the question. Whoever goes from
 * card to card by keys sees it after a moment. Begin with `largeCard`.
 */
import { html } from "../vendor/lit-html/lit-html.js";
import { ref } from "../vendor/lit-html/directives/ref.js";
import { cardDetail } from "./detail.js";
import { say } from "./words.js";

const REST = 600; // ms for which a card has the focus of the keyboard before it is shown at large
const GAP = 10; // px

/** What somebody looks at, a card or a player, beside where it lies. It is read out only to who has asked for it: `aloud`. */
export function largeCard(entity, ctx, hands, aloud = true) {
  return html`<aside class="sheet" role="region" aria-label=${say("board.detail")} aria-live=${aloud ? "polite" : "off"}
      ${ref((sheet) => sheet && queueMicrotask(() => place(sheet, entity.uuid)))}>
    ${entity.id ? cardDetail(entity, ctx) : html`<p>${ctx.names[entity.seat]}</p>`}
    <button type="button" class="close" @click=${() => hands.look(null)}>${say("board.close")}</button></aside>`;
}

/** How much of one box lies under another. */
function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const between = (least, value, most) => Math.max(least, Math.min(value, most));

/**
 * Where a box of this size is best put in a window, {left, top}: over nothing of `never`, and over as little as can be of `rather`;
 * near the box `by`, at its side if there is room.
 */
export function placeFor({ width, height }, by, window, never, rather) {
  const middle = { x: (by.left + by.right - width) / 2, y: (by.top + by.bottom - height) / 2 };
  const [right, bottom] = [window.width - width - GAP, window.height - height - GAP];
  const xs = [by.right + GAP, by.left - width - GAP, middle.x, GAP, right];
  const ys = [middle.y, by.top, by.top - height - GAP, by.bottom + GAP, GAP, bottom];
  let best = null;
  for (const x of xs) {
    for (const y of ys) {
      const [left, top] = [between(GAP, x, Math.max(GAP, right)), between(GAP, y, Math.max(GAP, bottom))];
      const box = { left, top, right: left + width, bottom: top + height };
      const over = (boxes) => boxes.reduce((sum, each) => sum + shared(box, each), 0);
      const away = Math.abs(left - middle.x) + Math.abs(top - middle.y);
      const cost = 100 * over([by, ...never]) + over(rather) + away;
      if (!best || cost < best.cost) best = { left, top, cost };
    }
  }
  return best;
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

/** Show at large the card that has the focus of the keyboard, when it has had it for a moment. `hands` has `look` and `unlook`. */
export function lookOnFocus(root, hands) {
  let timer = 0;
  root.addEventListener("focusin", ({ target }) => {
    clearTimeout(timer);
    const uuid = Number(target.closest?.(".board [data-uuid]")?.dataset.uuid);
    if (uuid && target.matches(":focus-visible")) timer = setTimeout(() => hands.look(uuid, false), REST);
  });
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    clearTimeout(timer);
    if (target.closest?.(".board [data-uuid]") && !relatedTarget?.closest?.(".sheet")) hands.unlook();
  });
}
