/**
 * What a card does, said in a sentence: what is typed is understood over the API while one types, and one of the ways to understand it is
 * taken. A sentence that is not taken is kept (`kept.js`). Begin with `Sentence`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { parted } from "./parted.js";

const MOST_NEXT = 8;
const PAUSE = 500; // milliseconds without typing, after which a sentence is read

export class Sentence {
  /**
   * `read(text, model)` gives a Promise of what the API says (`model`: that of the house is asked), `example()` a sentence of a card; `takes()` are the ways to take a reading
   * (`key` of its label, `take(reading)`); `draw()` shows all anew.
   */
  constructor(say, language, { kept, read, example, takes, draw }) {
    Object.assign(this, { say, language, kept, read, example, takes, draw, text: kept.text, found: null, waiting: false, timer: 0, asked: 0, undo: null });
  }

  /** What was kept is read again. */
  begin() {
    this.draw();
    if (this.text) this.ask();
  }

  typed(text) {
    this.text = text;
    this.undo = null;
    this.kept.put(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
    this.draw();
  }

  async ask(model = false) {
    const mine = (this.asked += 1);
    this.waiting = Boolean(this.text.trim());
    this.draw();
    if (!this.waiting) return;
    const found = await this.read(this.text, model);
    if (mine !== this.asked) return;
    Object.assign(this, { found, waiting: false });
    this.draw();
  }

  go(word) {
    this.typed(`${this.text.slice(0, this.found.upto).trimEnd()} ${word.trimStart()}`.trimStart());
    document.getElementById("sentence-text").focus();
  }

  drop() {
    this.kept.drop();
    Object.assign(this, { text: "", found: null, asked: this.asked + 1, waiting: false });
    this.draw();
    document.getElementById("sentence-text").focus();
  }

  /** Take a reading; `back()` makes that undone. */
  take(way, reading) {
    const { text } = this;
    let back = null;
    try {
      back = way.take(reading);
    } catch {
      this.found = { error: "broken", sentence: this.say("broken_text") };
      return this.draw();
    }
    if (back === undefined) return undefined; // the page goes on elsewhere
    this.drop();
    this.undo = () => {
      back();
      this.typed(text);
    };
    return this.draw();
  }

  other({ id, text }) {
    this.kept.drop(id);
    this.kept.id = null; // what stands here stays beside it
    this.typed(text);
  }

  // -- shown

  panel() {
    const { say, text, found, waiting, undo } = this;
    const next = (found?.next ?? []).slice(0, MOST_NEXT);
    const example = this.example();
    return html`<p class="soft" id="sentence-hint">${say("sentence_hint")}${example ? html` ${say("for_example", { text: example })}` : nothing}</p>
      <textarea id="sentence-text" name="sentence" rows="2" maxlength="400" autocomplete="off" aria-labelledby="sentence-head" aria-describedby="sentence-hint" placeholder=${example}
        .value=${text} @input=${(event) => this.typed(event.target.value)}></textarea>
      <div role="status" class="read">${waiting ? html`<p class="soft">${say("reading")}</p>` : this.answer()}</div>
      ${next.length && text.trim() ? html`<p class="acts" role="group" aria-label=${say("goes_on")}>${next.map((each) => html`<button type="button" class="quiet small" @click=${() => this.go(each)}>${each}</button>`)}</p>` : nothing}
      ${text.trim() ? html`<p class="soft">${say("not_taken")} <button type="button" class="link" @click=${() => this.drop()}>${say("drop_sentence")}</button></p>` : nothing}
      ${undo ? html`<p role="status">${say("taken_in")} <button type="button" class="link" @click=${undo}>${say("take_back")}</button></p>` : nothing}
      ${this.others()}`;
  }

  answer() {
    const { say, found, text } = this;
    if (!found || !text.trim()) return nothing;
    if (found.error) return html`<p>${found.sentence} <button type="button" class="link" @click=${() => this.ask()}>${say("again")}</button></p>`;
    if (!found.readings.length) return this.around();
    const groups = alike(found.readings);
    const marked = parted(groups.map(([first]) => this.own(first)), this.language);
    return html`${found.proposed ? html`<p class="soft">${say("proposed", { text: found.proposed })}</p>` : nothing}${this.mended()}${found.learning ? html`<p class="soft">${say("learning")}</p>` : nothing}<ul class="plain readings">${groups.map((group, number) => this.reading(group, marked[number]))}</ul>`;
  }

  /** Words that were read as others. */
  mended() {
    const { say, found, text } = this;
    return (found.mended ?? []).map(({ start, end, word }) => html`<p class="soft">${say("read_as", { typed: text.slice(start, end), word })}</p>`);
  }

  /** Of what is not read: how far it is, what there is no word for, what its beginning says, and whole sentences nearby. */
  around() {
    const { say, found, text } = this;
    const upto = text.slice(0, found.upto).trimEnd();
    const nearby = found.nearby ?? [];
    return html`<p>${upto ? html`${say("understood_upto")} <span class="told">${upto}<mark>${text.slice(upto.length) || " "}</mark></span>` : say("not_understood")}</p>
      ${found.proposed ? html`<p>${say("proposed_nothing", { text: found.proposed })}</p>` : nothing}
      ${(found.lacking ?? []).map((what) => html`<p>${say("no_word", { what })}</p>`)}
      ${(found.begun ?? []).map((each) => html`<p class="soft">${say("begins_with")}</p><ul class="plain readings">${this.reading([each], [this.own(each), "", ""])}</ul>`)}
      ${nearby.length ? html`<p class="soft" id="sentence-nearby">${say("nearby")}</p>
        <ul class="plain" aria-labelledby="sentence-nearby">${nearby.map((each) => html`<li><button type="button" class="quiet small" @click=${() => this.goOnWith(this.own(each))}>${this.own(each)}</button></li>`)}</ul>` : nothing}
      ${found.model ? html`<p class="acts"><button type="button" class="quiet small" @click=${() => this.ask(true)}>${say("ask_model")}</button></p>` : nothing}`;
  }

  /** Go on with another sentence in place of the one that is typed. */
  goOnWith(sentence) {
    this.typed(sentence);
    document.getElementById("sentence-text").focus();
  }

  own({ sentence }) {
    return sentence[this.language] ?? Object.values(sentence)[0] ?? "";
  }

  /** Readings that say the same: the likeliest, the others folded, each by what of it differs. */
  reading([first, ...rest], [before, differing, after]) {
    const { say, language } = this;
    const others = Object.entries(first.sentence).filter(([each, told]) => each !== language && told);
    return html`<li><p class="told">${before}${differing ? html`<mark>${differing}</mark>` : nothing}${after}</p>
      ${others.map(([each, told]) => html`<p class="soft" lang=${each}>${told}</p>`)}
      ${["left_out", "added"].filter((key) => first[key]?.length).map((key) => html`<p><strong>${say(key, { words: first[key].join(" · ") })}</strong></p>`)}
      ${first.is_unclear ? html`<p><strong>${say("is_unclear")}</strong></p>` : nothing}
      <p class="acts">${this.buttons(first)}</p>
      ${rest.length ? html`<details><summary>${say("also_meant", { count: rest.length })}</summary>
        <p class="soft">${say("usual_meaning", { text: this.differing(first) })}</p>
        <ul class="plain">${rest.map((each) => html`<li><mark>${this.differing(each)}</mark> <span class="acts">${this.buttons(each, this.differing(each))}</span></li>`)}</ul></details>` : nothing}</li>`;
  }

  differing({ differs = {} }) {
    return (differs[this.language] ?? []).join(this.say("apart"));
  }

  buttons(reading, of = "") {
    const label = (told) => (of ? `${told}: ${of}` : nothing);
    return this.takes().map((way, number) => html`<button type="button" class=${`small${number ? " quiet" : ""}`} aria-label=${label(this.say(way.key))} @click=${() => this.take(way, reading)}>${this.say(way.key)}</button> `);
  }

  others() {
    const { say } = this;
    const found = this.kept.others();
    if (!found.length) return nothing;
    return html`<p class="soft" id="sentence-others">${say("also_kept")}</p>
      <ul class="plain" aria-labelledby="sentence-others">${found.map((each) => html`<li>${each.text}
        <button type="button" class="link" aria-label=${`${say("go_on_with")}: ${each.text}`} @click=${() => this.other(each)}>${say("go_on_with")}</button>
        <button type="button" class="link" aria-label=${`${say("drop_sentence")}: ${each.text}`} @click=${() => { this.kept.drop(each.id); this.draw(); }}>${say("drop_sentence")}</button></li>`)}</ul>`;
  }
}

/** Readings by what they say in every language. */
function alike(readings) {
  const found = new Map();
  for (const each of readings) found.set(JSON.stringify(each.sentence), [...(found.get(JSON.stringify(each.sentence)) ?? []), each]);
  return [...found.values()];
}
