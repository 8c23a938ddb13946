/**
 * The keyboard: arrows walk through the cards of a row, digits answer, letters do what buttons do.
 *
 * Single letters are heard only while nothing is typed into, and can be switched off (screen readers
 * and speech input have keys of their own).
 */

const DIGITS_WAIT = 500; // ms for a second digit, where there are ten options or more

export class Keys {
  /** `hands` has `optionCount()`, `pick(index)`, `give()`, `type(line)`, `look(uuid)`, `close()`, `help()`. */
  constructor(root, hands, enabled) {
    Object.assign(this, { root, hands, enabled, typed: "", timer: 0 });
    root.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.closest("dialog, [popover], .talk")) return;
    if (event.key === "Escape") return document.querySelector(":popover-open") ? undefined : this.hands.close();
    if (event.target.matches("input, select, textarea")) return;
    if (event.key.startsWith("Arrow") && this.walk(event)) return event.preventDefault();
    if (!this.enabled()) return;
    if (/^\d$/.test(event.key)) this.digit(event.key);
    else if (event.key in LETTERS) LETTERS[event.key](this.hands, event);
    else return;
    event.preventDefault();
  }

  /** To the next card of the row, or the next option of the list. */
  walk({ key, target }) {
    const row = target.closest(".cards, .options");
    if (!row) return false;
    const all = [...row.querySelectorAll("button:not(:disabled)")];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    const next = all[all.indexOf(target) + step];
    next?.focus();
    return Boolean(next);
  }

  digit(digit) {
    clearTimeout(this.timer);
    this.typed += digit;
    const count = this.hands.optionCount();
    const answer = () => {
      this.hands.number(Number(this.typed));
      this.typed = "";
    };
    if (Number(this.typed) * 10 > count) answer();
    else this.timer = setTimeout(answer, DIGITS_WAIT);
  }
}

const LETTERS = {
  b: (hands) => hands.back(),
  e: (hands) => hands.finish(),
  h: (hands) => hands.type("hint"),
  i: (hands, event) => hands.look(Number(event.target.closest("[data-uuid]")?.dataset.uuid)),
  o: (hands) => hands.focus(".options button"),
  l: (hands) => hands.focus(".log ol, .steps ol"),
  c: (hands) => hands.focus(".board .slot"),
  t: (hands) => hands.toggle("talk"),
  m: (hands) => hands.mute(),
  "/": (hands) => hands.focus("#line"),
  "?": (hands) => hands.help(),
};
