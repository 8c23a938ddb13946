/**
 * The pointer at the table: a click chooses or looks, a hover or a long press shows a card in full, a
 * card dragged onto another one answers both questions: which card, and at whom. Mouse, finger and pen
 * drag alike; an arrow leads from the card to the pointer meanwhile (`arrow.js`).
 */

import { Arrow } from "./arrow.js";

const HOVER = 350; // ms before a card under the pointer is shown in full
const PRESS = 500; // ms of a long press
const FAR = 10; // pixels from which on it is dragged

const uuidAt = (target) => Number(target?.closest?.("[data-uuid]")?.dataset.uuid) || null;

/** `hands` has `act(uuid)`, `look(uuid)`, `unlook()`; who can do something also `canHold(uuid)`, `drag(uuid)`, `drop(uuid, onto)`. */
export function listenTo(board, hands) {
  const arrow = new Arrow();
  let timer = 0;
  let pressed = false; // whether what was pressed has been answered, and is no click any more
  let pulled = null; // what may be dragged: {uuid, from, x, y, pointerId, moves}
  const wait = (ms, then) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };

  board.addEventListener("click", ({ target }) => {
    const uuid = uuidAt(target);
    if (uuid && !pressed) hands.act(uuid);
    pressed = false;
  });
  board.addEventListener("pointerover", ({ target, pointerType }) => {
    const uuid = uuidAt(target);
    if (pointerType === "mouse" && uuid && !pulled) wait(HOVER, () => hands.look(uuid));
  });
  board.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
    if (pointerType !== "mouse" || target.closest?.("[data-uuid]")?.contains(relatedTarget)) return;
    clearTimeout(timer);
    if (!pulled) hands.unlook();
  });
  board.addEventListener("pointerdown", (event) => {
    const { target, pointerType, pointerId, isPrimary, button, clientX: x, clientY: y } = event;
    const uuid = uuidAt(target);
    pressed = false;
    if (!uuid || !isPrimary) return;
    if (button === 0 && hands.canHold?.(uuid)) pulled = { uuid, from: target.closest("[data-uuid]"), x, y, pointerId, moves: false };
    if (pointerType !== "mouse")
      wait(PRESS, () => {
        pressed = true;
        pulled = null;
        hands.look(uuid);
      });
  });
  addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (pulled?.pointerId !== pointerId) return;
    if (!pulled.moves && Math.hypot(clientX - pulled.x, clientY - pulled.y) < FAR) return;
    if (!pulled.moves) begin();
    arrow.point(pulled.from, clientX, clientY);
  });
  addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
    clearTimeout(timer);
    if (pulled?.pointerId !== pointerId) return;
    const { uuid, from, moves } = pulled;
    end();
    if (moves) dropped(uuid, from, document.elementFromPoint(clientX, clientY));
  });
  addEventListener("pointercancel", ({ pointerId }) => {
    clearTimeout(timer);
    if (pulled?.pointerId === pointerId && end()) hands.drag(null);
  });
  board.addEventListener("scroll", () => clearTimeout(timer), true);
  board.addEventListener("dragstart", (event) => event.preventDefault()); // the browser's own way has no arrow, and no fingers
  board.addEventListener("contextmenu", (event) => {
    const uuid = uuidAt(event.target);
    if (!uuid) return;
    event.preventDefault();
    hands.look(uuid);
  });
  addEventListener("keydown", ({ key }) => key === "Escape" && pulled && end() && hands.drag(null));
  // What the pointer rests on already, when the page comes to listen only now.
  const under = matchMedia("(hover: hover)").matches && uuidAt([...board.querySelectorAll("[data-uuid]:hover")].pop());
  if (under) wait(HOVER, () => hands.look(under));

  function begin() {
    clearTimeout(timer);
    pulled.moves = true;
    pulled.from.toggleAttribute("data-dragged", true);
    hands.unlook();
    hands.drag(pulled.uuid);
  }

  /** No more dragging; whether it was. What the browser takes for a click then is none. */
  function end() {
    const { moves, from } = pulled;
    pulled = null;
    pressed = moves;
    from.toggleAttribute("data-dragged", false);
    arrow.hide();
    return moves;
  }

  /** Where nothing lies it is dropped too, but for the row from which it comes: there it is put back. */
  function dropped(uuid, from, target) {
    const onto = uuidAt(target);
    const back = target === null || !target.closest(".board") || onto === uuid || (!onto && target.closest(".cards") === from.closest(".cards"));
    if (back) hands.drag(null);
    else hands.drop(uuid, onto);
  }
}
