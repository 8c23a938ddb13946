/**
 * What a reader can do at the table: answer, pick, look, type. Mouse, touch, keys and buttons all end
 * here, and all of them say what a person at a terminal would type, or answer with an option.
 */

import { isSingle } from "./prompt.js";
import { entityOf } from "./rows.js";
import { page, say } from "./words.js";

const COMMANDS = { guest: { zh: "游客", en: "guest" } };

export class Hands {
  /** `shown` is what the page shows beside the match: {detail, help, toast, console}. */
  constructor(store, link, shown, draw) {
    Object.assign(this, { store, link, shown, draw, onto: null, answered: null, kept: null });
  }

  // -- answering

  /** uuid -> the options of the present question that are about it, each with its index. */
  get choices() {
    const prompt = this.store.prompt();
    if (this.known !== prompt) {
      this.known = prompt;
      this.about = new Map();
      for (const [index, option] of (prompt?.options ?? []).entries())
        if (option.kind && !["number", "symbol", "text"].includes(option.kind) && option.entity)
          this.about.set(option.entity, [...(this.about.get(option.entity) ?? []), { ...option, index }]);
    }
    return this.about;
  }

  /** The uuids of what has been picked so far, the same set until something else is. */
  get picked() {
    const { picked } = this.store;
    if (this.chosen?.of !== picked) {
      const options = this.store.prompt()?.options ?? [];
      this.chosen = { of: picked, uuids: new Set(picked.map((index) => options[index]?.entity)) };
    }
    return this.chosen.uuids;
  }

  /** Something on the table was clicked: it is chosen, or looked at where nothing can be chosen. */
  act(uuid) {
    const options = this.choices.get(uuid) ?? [];
    if (!options.length) this.look(uuid);
    else if (options.length === 1 || !isSingle(this.store.prompt())) this.pick(options[0].index);
    else this.focus(`[data-option="${options[0].index}"]`);
  }

  /** An option by its index: the answer, or one of several that are picked or put back. */
  pick(index) {
    const { store } = this;
    const prompt = store.prompt();
    if (!prompt?.options[index]) return;
    if (isSingle(prompt)) return this.answer([index]);
    const without = store.picked.filter((each) => each !== index);
    if (without.length === store.picked.length && without.length >= prompt.maximum) return;
    store.picked = without.length === store.picked.length ? [...without, index] : without;
    this.draw();
  }

  /** An option by the number that one types for it. */
  number(typed) {
    const prompt = this.store.prompt();
    if (prompt) this.pick(prompt.numeric ? prompt.options.findIndex(({ entity }) => entity === typed) : typed - 1);
  }

  give() {
    this.answer([...this.store.picked]);
  }

  /** Answer the present question; what cannot go out now is kept for when the connection is back. */
  answer(picks) {
    const { number } = this.store.prompt();
    if (this.answered === number) return;
    this.unlook();
    this.answered = number;
    if (!this.store.stale && this.link.send("chrono_answer", [], { number, picks })) return;
    this.kept = { number, picks };
    this.complain(say("link.kept"));
  }

  /** A card dragged onto another: both are chosen, in the order in which they are asked for. */
  drop(uuid, onto) {
    const [first, second] = this.choices.has(uuid) ? [uuid, onto] : [onto, uuid];
    const [option] = this.choices.get(first) ?? [];
    if (!option) return;
    this.onto = second;
    this.pick(option.index);
  }

  /**
   * A question has come. If it is the one that was answered without a connection, that answer goes
   * out now; of a new one, what a card was dropped on answers it, if it can.
   */
  asked() {
    const { kept, onto } = this;
    this.answered = this.kept = this.onto = null;
    if (kept && kept.number === this.store.prompt()?.number) return this.answer(kept.picks);
    const [option] = this.choices.get(onto) ?? [];
    if (option) this.pick(option.index);
  }

  optionCount() {
    return this.store.prompt()?.options.length ?? 0;
  }

  // -- typing

  /** Whether the line went out. */
  type(line) {
    const sent = line.trim() !== "" && this.link.type(line);
    if (sent) this.shown.told = [];
    if (!sent && line.trim()) this.complain(say("link.wait"));
    return sent;
  }

  /** Take the last answer back. */
  back() {
    this.type(this.store.sandbox ? "try undo" : "back");
  }

  /** Be done with the sandbox, which is not to be opened again. */
  leaveBench() {
    this.shown.asked = true;
    this.type("try leave");
  }

  /** Come in as a guest. */
  enter() {
    this.type(COMMANDS.guest[page.language.split("-")[0]]);
  }

  invite(number) {
    this.share(`/table/${number}/`);
  }

  /** Put an address where it can be passed on: the device's own way, or the clipboard. */
  async share(path) {
    const url = new URL(path, location.origin).href;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url });
      else await navigator.clipboard.writeText(url);
      this.complain(say("share.copied", { url }));
    } catch {
      this.complain(url);
    }
  }

  // -- looking

  /** Show something at large; it is read out, too, but where one only came by: `aloud`. */
  look(uuid, aloud = true) {
    const view = this.store.view();
    this.shown.aloud = aloud;
    this.shown.detail = uuid && view ? entityOf(uuid, view) : null;
    this.draw();
  }

  /** The cards of a zone, all of them: `{name, seat, title}`; null closes it. */
  open(zone) {
    this.shown.zone = zone;
    this.draw();
  }

  unlook() {
    if (!this.shown.detail) return;
    this.shown.detail = null;
    this.draw();
  }

  close() {
    const { shown } = this;
    if (!shown.detail && !shown.help && !shown.toast && !shown.drawer) return;
    Object.assign(shown, { detail: null, help: false, toast: "", drawer: "" });
    this.draw();
  }

  help() {
    this.shown.help = !this.shown.help;
    this.draw();
  }

  showConsole(open) {
    this.shown.console = open;
  }

  focus(selector) {
    document.querySelector(selector)?.focus();
  }

  /** A sentence that passes; `nodes`, if there are any, show it with its links. */
  complain(text, nodes = text) {
    this.shown.toast = nodes;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => {
      this.shown.toast = "";
      this.draw();
    }, 6000 + text.length * 40);
    this.draw();
  }
}
