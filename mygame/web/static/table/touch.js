/**
 * The pointer at the table: a click chooses or looks, a hover or a long press shows a card in full, a
 * card dragged onto another one answers both questions: which card, and at whom.
 */

const HOVER = 350; // ms before a card under the pointer is shown in full
const PRESS = 500; // ms of a long press

const uuidAt = (target) => Number(target.closest?.("[data-uuid]")?.dataset.uuid) || null;

/** `hands` has `act(uuid)`, `look(uuid)`, `unlook()`, `choices`, `drop(uuid, onto)`. */
export function listenTo(board, hands) {
  let timer = 0;
  let pressed = false;
  let dragged = null;
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
    if (pointerType === "mouse" && uuid) wait(HOVER, () => hands.look(uuid));
  });
  board.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
    if (pointerType !== "mouse" || target.closest?.("[data-uuid]")?.contains(relatedTarget)) return;
    clearTimeout(timer);
    hands.unlook();
  });
  board.addEventListener("pointerdown", ({ target, pointerType }) => {
    const uuid = uuidAt(target);
    pressed = false;
    if (pointerType !== "mouse" && uuid)
      wait(PRESS, () => {
        pressed = true;
        hands.look(uuid);
      });
  });
  for (const ended of ["pointerup", "pointercancel", "scroll"]) board.addEventListener(ended, () => clearTimeout(timer), true);
  board.addEventListener("contextmenu", (event) => {
    const uuid = uuidAt(event.target);
    if (!uuid) return;
    event.preventDefault();
    hands.look(uuid);
  });

  board.addEventListener("dragstart", (event) => {
    dragged = uuidAt(event.target);
    if (!dragged || !hands.choices.size) return event.preventDefault();
    clearTimeout(timer);
    hands.unlook();
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", String(dragged));
    event.target.closest("[data-uuid]").toggleAttribute("data-dragged", true);
  });
  board.addEventListener("dragover", (event) => dragged && event.preventDefault());
  board.addEventListener("drop", (event) => {
    event.preventDefault();
    const onto = uuidAt(event.target);
    if (dragged && onto !== dragged) hands.drop(dragged, onto);
  });
  board.addEventListener("dragend", ({ target }) => {
    target.closest?.("[data-uuid]")?.toggleAttribute("data-dragged", false);
    dragged = null;
  });
}
