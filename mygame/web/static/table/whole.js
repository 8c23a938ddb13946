/**
 * The whole text of an option whose button has no room for it: beside it while the pointer or the focus of the keyboard rests on it,
 * or a finger presses it long. Who listens hears all of it anyway.
 */

const PRESS = 500; // ms of a long press

export function tellWhole(root) {
  const box = document.createElement("p");
  box.className = "in-full";
  box.popover = "manual";
  box.ariaHidden = "true";
  root.after(box);
  let timer = 0;
  let pressed = false; // whether it was pressed to be read, and the click that follows is none

  const optionAt = (target) => target?.closest?.(".option");
  const hide = () => {
    clearTimeout(timer);
    box.hidePopover();
  };
  const show = (option) => {
    const said = option.querySelector(".said");
    hide();
    if (said.scrollHeight <= said.clientHeight + 1) return false;
    const { left, width } = option.closest(".prompt").getBoundingClientRect();
    box.textContent = said.textContent;
    Object.assign(box.style, { left: `${left}px`, width: `${width}px`, bottom: `${innerHeight - option.getBoundingClientRect().top + 4}px` });
    box.showPopover();
    return true;
  };

  root.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && optionAt(target) && show(optionAt(target)));
  root.addEventListener("focusin", ({ target }) => target.matches(".option:focus-visible") && show(target));
  for (const gone of ["pointerout", "focusout", "pointerup", "pointercancel", "scroll"]) root.addEventListener(gone, hide, true);
  root.addEventListener("pointerdown", ({ target, pointerType }) => {
    const option = optionAt(target);
    pressed = false;
    if (option && pointerType !== "mouse") timer = setTimeout(() => (pressed = show(option)), PRESS);
  });
  root.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
  root.addEventListener("click", (event) => {
    hide();
    if (!pressed) return;
    pressed = false;
    event.stopPropagation();
  }, true);
}
