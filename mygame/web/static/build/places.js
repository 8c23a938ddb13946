/**
 * A piece place by place: where one is in its text, what belongs there, what stands in it, and what fits, with help (`place/` of the
 * API). Each change is made in the text where it stands. Begin with `Places`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { nodeAt, parse, withItem, withoutAt, writtenAt } from "./json5.js";

const MOST = 12; // of what fits that are shown

export class Places {
  /** `ask(path)` gives a Promise of a place, `text()` the text, `put(text)` takes a changed one, `draw()` shows all anew. */
  constructor(say, { ask, text, put, draw }) {
    Object.assign(this, { say, ask, text, put, draw, path: [], found: null, wanted: "", number: 0 });
  }

  /** Go to a place, or look again at the one where one is. */
  async go(path = this.path) {
    const mine = (this.number += 1);
    const found = await this.ask(path);
    if (mine !== this.number) return;
    if (!found.error && String(found.path) !== String(this.path)) this.wanted = "";
    this.found = found;
    this.path = found.path ?? path;
    this.draw();
  }

  panel() {
    const { found, say } = this;
    if (!found) return nothing;
    if (found.error) return html`<p class="soft">${found.sentence}</p>`;
    return html`${this.crumbs()}
      <p>${found.help}</p>
      ${found.inside.length ? html`<ul class="plain places">${found.inside.map((each) => this.inner(each))}</ul>` : this.value()}
      ${found.fits.length ? this.fits() : nothing}`;
  }

  crumbs() {
    const step = (name, path, last) => (last ? html`<b aria-current="location">${name}</b>`
      : html`<button type="button" class="link" @click=${() => this.go(path)}>${name}</button> › `);
    const steps = [[this.say("whole_piece"), []], ...this.path.map((key, index) => [name(key), this.path.slice(0, index + 1)])];
    return html`<p class="crumbs" role="group" aria-label=${this.say("place")}>${steps.map(([told, path], index) => step(told, path, index === steps.length - 1))}</p>`;
  }

  inner({ key, help, value, filled, required }) {
    const path = [...this.path, key];
    return html`<li><button type="button" class="link" @click=${() => this.go(path)}>${name(key)}</button>${required ? html` <span aria-hidden="true">*</span>` : nothing}
      ${filled ? html`<code>${value}</code> <button type="button" class="link" aria-label=${`${this.say("remove")}: ${name(key)}`} @click=${() => this.change((text) => withoutAt(text, path))}>×</button>`
        : html`<span class="soft">${help}</span>`}</li>`;
  }

  /** What is no object and no list can be written as JSON. */
  value() {
    const node = this.node();
    const now = node ? this.text().slice(node.start, node.end) : "";
    return html`<p><label>${this.say("value")} <input spellcheck="false" autocomplete="off" .value=${now} @change=${({ target }) => this.write(target.value)}></label></p>`;
  }

  fits() {
    const { found, say, wanted } = this;
    const fitting = found.fits.filter((each) => `${each.name} ${each.help}`.toLowerCase().includes(wanted.toLowerCase()));
    const typed = ({ target }) => {
      this.wanted = target.value;
      this.draw();
    };
    return html`<p><label>${say("fits")} <input type="search" autocomplete="off" placeholder=${say("fits_search")} .value=${wanted} @input=${typed}></label></p>
      <ul class="plain fits">${fitting.slice(0, MOST).map((each) => html`<li><button type="button" class="quiet small" @click=${() => this.take(each)}>${each.name}</button> <span class="soft">${each.help}</span></li>`)}</ul>
      ${fitting.length > MOST ? html`<p class="soft">${say("fits_more", { count: fitting.length - MOST })}</p>` : nothing}`;
  }

  // -- changes

  node() {
    try {
      return nodeAt(parse(this.text()), this.path);
    } catch {
      return undefined;
    }
  }

  /** Something that fits: one more in a list, else in the place of what stands there. */
  take({ json: told }) {
    const node = this.node();
    if (!this.found.adds) this.change((text) => writtenAt(text, this.path, told));
    else if (node?.items) this.change((text) => withItem(text, node, told));
    else this.change((text) => writtenAt(text, this.path, node ? `[${text.slice(node.start, node.end)}, ${told}]` : `[${told}]`));
  }

  /** A value as one has typed it: JSON5, or else a text. */
  write(typed) {
    let json = typed.trim();
    try {
      parse(json);
      if (/^[\p{L}_$][^"'[{]*$/u.test(json) && !/^(true|false|null)$/.test(json)) throw new SyntaxError("word");
    } catch {
      json = JSON.stringify(typed);
    }
    this.change((text) => writtenAt(text, this.path, json));
  }

  change(make) {
    try {
      this.put(make(this.text()));
    } catch {
      this.found = { error: "broken", sentence: this.say("broken_text") };
      this.draw();
    }
  }
}

/** A key as people count: items from 1. */
const name = (key) => (typeof key === "number" ? String(key + 1) : key);
