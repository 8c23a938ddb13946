/**
 * What a reader can do at the table: answer, pick, look, type. Mouse, touch, keys and buttons all end
 * here, and all of them say what a person at a terminal would type, or answer with an option.
 */

import { finishOf, inList, inOrder, isAbout, isSingle, sorted } from "./question.js";
import { entityOf } from "./rows.js";
import { passOn } from "./share.js";
import { page, say } from "./words.js";

const COMMANDS = { guest: { zh: "游客", en: "guest" } };

export class Hands {
  /**
   * `shown` is what the page shows beside the match: {detail, help, toast, console}; `beside` is what stands beside the board and in the
   * bar: {talk, settings}.
   */
  constructor(store, link, shown, draw, beside) {
    Object.assign(this, { store, link, shown, draw, ...beside, onto: null, answered: null, kept: null, last: null });
    Object.assign(this, { held: null, dragged: null, source: null });
  }

  // -- answering

  /** uuid -> the options of the present question that are about it, each with its index. */
  get choices() {
    return this.question.about;
  }

  /** What the present question is about: `about` (uuid -> its options), `leads` (uuid -> those that ask for it next). */
  get question() {
    const prompt = this.store.prompt();
    if (this.known?.prompt !== prompt) this.known = { prompt, ...sorted(prompt?.options ?? []) };
    return this.known;
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

  /**
   * How something on the board stands to the question: `choosable`, an option is about it; `ready`, it is one's own and could do
   * something to what is another's; `held`, it has been taken in hand, or was chosen and the question is about it; `aim`, what is
   * held, or dragged, can be aimed at it.
   */
  stance(uuid, own) {
    const { about, leads } = this.question;
    const held = this.dragged ?? this.held;
    const aim = held && (this.between(held, uuid) || this.between(uuid, held));
    const acts = leads.get(uuid)?.some(({ entity }) => !own.has(entity));
    return {
      choosable: about.has(uuid) && (!held || Boolean(aim)),
      ready: !held && own.has(uuid) && (about.has(uuid) || Boolean(acts)),
      held: uuid === held || uuid === this.source,
      aim: Boolean(aim),
    };
  }

  /** The option about one thing of which the other is to be chosen next, if there is one. */
  between(uuid, next) {
    return this.question.about.get(uuid)?.find(({ leads }) => leads?.includes(next));
  }

  /** Whether something can be taken in hand, to be aimed at something else. */
  canHold(uuid) {
    const { about, leads } = this.question;
    return Boolean(uuid) && (about.has(uuid) || leads.has(uuid)) && isSingle(this.store.prompt());
  }

  /** Something on the table was clicked: it is chosen, aimed at, taken in hand, put back, or looked at where nothing can be chosen. */
  act(uuid) {
    if (uuid === this.held || uuid === this.source) return this.undo();
    if (this.held && (this.between(uuid, this.held) || this.between(this.held, uuid))) return this.drop(this.held, uuid);
    const options = this.choices.get(uuid) ?? [];
    if (!options.length) return this.canHold(uuid) ? this.hold(uuid) : this.look(uuid);
    this.held = null;
    if (options.length === 1 || !isSingle(this.store.prompt())) this.pick(options[0].index);
    else this.focus(`[data-option="${options[0].index}"]`);
  }

  /** Take something in hand; null puts it back. */
  hold(uuid) {
    this.held = uuid;
    this.unlook();
    this.draw();
  }

  /** Something is dragged; null if it is no more. */
  drag(uuid) {
    this.dragged = uuid;
    this.held = null;
    this.draw();
  }

  /** Undo what one has begun to choose: what is in hand or picked is put back; what was chosen is taken back. Whether there was any. */
  undo() {
    const { store } = this;
    if (this.held) this.hold(null);
    else if (store.picked.length) {
      store.picked = [];
      this.draw();
    } else if (this.source && store.prompt()?.back) this.back();
    else return false;
    return true;
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

  /** The options in the order in which one sees them: those about what lies on the board, as it lies there; then the others. */
  get order() {
    const { prompt } = this.question;
    if (!prompt) return [];
    this.known.order ??= inList(prompt);
    return this.known.order;
  }

  /** Where on the board options are seen, as `place(uuid)` tells: {top, bottom, left}; whether that is another order. */
  arrange(place) {
    const { prompt } = this.question;
    if (!prompt || prompt.numeric) return false;
    const order = inOrder(prompt, place);
    if (String(order) === String(this.order)) return false;
    this.known.order = order;
    return true;
  }

  /** What one types for an option. */
  keyOf(index) {
    const { prompt } = this.question;
    return prompt.numeric ? prompt.options[index].entity : this.order.indexOf(index) + 1;
  }

  /** An option by its key. */
  number(typed) {
    const prompt = this.store.prompt();
    if (prompt) this.pick(prompt.numeric ? prompt.options.findIndex(({ entity }) => entity === typed) : this.order[typed - 1]);
  }

  /** The option that ends or passes, or what has been picked so far if that is enough. */
  finish() {
    const prompt = this.store.prompt();
    if (!prompt) return;
    const { picked } = this.store;
    if (!isSingle(prompt)) picked.length >= prompt.minimum && this.give();
    else if (finishOf(prompt) !== null) this.pick(finishOf(prompt));
  }

  give() {
    this.answer([...this.store.picked]);
  }

  /** Answer the present question, if there still is one; what cannot go out now is kept for when the connection is back. */
  answer(picks) {
    const prompt = this.store.prompt();
    if (!prompt || this.answered === prompt.number) return;
    const { number } = prompt;
    this.unlook();
    this.answered = number;
    this.last = picks.length === 1 ? { asked: prompt.prompt, ...prompt.options[picks[0]] } : null;
    this.held = this.dragged = null;
    if (!this.store.stale && this.link.send("chrono_answer", [], { number, picks })) return;
    this.kept = { number, picks };
    this.complain(say("link.kept"));
  }

  /**
   * A card dragged, or aimed, at another one: the option about one of them is chosen, the other one answers the question that
   * follows. Dragged to where nothing lies it is chosen, too. Whether anything was.
   */
  drop(uuid, onto) {
    this.dragged = this.held = null;
    const pairs = [[uuid, onto], [onto, uuid]];
    const [first, second] = pairs.find((pair) => this.between(...pair)) ?? pairs.find(([each]) => this.choices.has(each)) ?? [];
    const options = this.choices.get(first) ?? [];
    const option = this.between(first, second) ?? (options.length === 1 ? options[0] : null);
    const misses = option?.leads?.length && second && !option.leads.includes(second);
    this.draw();
    if (!option || misses) return false;
    this.onto = option.leads?.length === 1 ? null : second; // of one that is left nobody asks
    this.pick(option.index);
    return true;
  }

  /**
   * A question has come. If it is the one that was answered without a connection, that answer goes out now; of a new one, what a
   * card was aimed at answers it, if it can.
   */
  asked() {
    const { kept, onto, last } = this;
    const prompt = this.store.prompt();
    this.answered = this.kept = this.onto = this.last = this.held = null;
    const follows = last && prompt && prompt.prompt !== last.asked && isAbout(prompt, last);
    this.source = follows && ["card", "player"].includes(last.kind) ? last.entity : null;
    if (kept && kept.number === prompt?.number) return this.answer(kept.picks);
    const [option] = (follows && this.choices.get(onto)) || [];
    if (option && prompt.maximum === 1) this.answer([option.index]);
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

  /** Put an address where it can be passed on. */
  share(path) {
    return passOn(path, (said) => this.complain(said));
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

  /** Close what is open; else undo what one has begun to choose. What is in hand goes before a card shown by the way. */
  close() {
    const { shown } = this;
    const byTheWay = !this.held && (shown.detail || shown.toast);
    if (!byTheWay && !shown.help && !shown.drawer) return this.undo();
    Object.assign(shown, { detail: null, help: false, toast: "", drawer: "" });
    this.draw();
  }

  help() {
    this.shown.help = !this.shown.help;
    this.draw();
  }

  /** Ask whether something is meant, which is typed then; null closes that. */
  ask(text, yes = "", line = "") {
    this.shown.sure = text && { text, yes, line };
    this.draw();
  }

  /** Open what lies beside the board, or close it. */
  toggle(what) {
    this[what]?.toggle();
    const types = matchMedia("(pointer: fine)").matches; // a keyboard of glass would cover the table
    if (this[what]?.open && types) requestAnimationFrame(() => requestAnimationFrame(() => this.focus("#words")));
  }

  /** Sound off, or on again. */
  mute() {
    this.settings.mute();
    this.complain(say(`settings.told.${this.settings.loud ? "on" : "off"}`));
  }

  /** Pull out what has no place of its own in a small window, or push it back. */
  pull(drawer) {
    const { shown } = this;
    shown.drawer = shown.drawer === drawer ? "" : drawer;
    document.getElementById("more")?.hidePopover();
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
