/**
 * What stands beside a card that is written: how strong bots find it in matches, what they think of it, and cards that do nearly the same,
 * with the face of one that is clicked. Begin with `Beside`.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cardDetail } from "../table/detail.js";

const NO_MATCH = { match: {}, players: [], zones: {}, you: null, waiting: [] };
const PAUSE = 1500; // milliseconds without a change, after which bots play with a card
const AGAIN = 1500; // milliseconds between two questions how far they are

/** A card as it is printed, with a face of a report where it is none of the game's. */
export function faceOf(id, book, face = null) {
  const cards = face ? { ...book.cards, [face.id]: face } : book.cards;
  return cardDetail({ id }, { view: NO_MATCH, book: { ...book, cards }, names: [], told: {}, does: {} });
}

export class Beside {
  /** `ask(data)` has a card's text priced, `look()` says how far that is (both Promises), `book()` is the game's; `draw()` shows all anew. */
  constructor(say, language, { ask, look, book, draw }) {
    Object.assign(this, { say, language, ask, look, book, draw, similar: [], worth: {}, opened: "", price: null, priced: "", timer: 0, number: 0 });
  }

  /** What a check has found of a text; one without mistakes is played with. */
  take(address, text, { problems = [], similar = [], worth = {} }) {
    Object.assign(this, { similar, worth });
    this.draw();
    if (problems.length || text === this.priced) return;
    clearTimeout(this.timer);
    const mine = (this.number += 1);
    this.price = null;
    this.timer = setTimeout(() => this.follow(mine, address, text), PAUSE);
  }

  /** Nothing stands beside anything. */
  drop() {
    clearTimeout(this.timer);
    this.number += 1;
    Object.assign(this, { similar: [], worth: {}, price: null, priced: "" });
    this.draw();
  }

  async follow(mine, address, text) {
    this.priced = text;
    for (let told = await this.ask({ address, text }); mine === this.number; told = await this.look()) {
      this.price = told?.error ? null : told;
      this.draw();
      if (!this.price?.running) return;
      await new Promise((later) => setTimeout(later, AGAIN));
    }
  }

  // -- shown

  panel() {
    return html`<div role="status">${this.prices()}</div>${this.thoughts()}${this.cards()}`;
  }

  prices() {
    const { price, say } = this;
    if (!price || !(price.running || price.strength)) return nothing;
    return html`${price.price ? html`<p class="told">${price.price}</p>` : nothing}
      ${price.strength ? html`<p>${price.strength}</p>` : nothing}
      ${price.running ? html`<p class="soft">${say("bots_play", price)} <progress max=${price.total} value=${price.done} aria-hidden="true"></progress></p>` : nothing}`;
  }

  thoughts() {
    const found = Object.values(this.worth);
    if (!found.length) return nothing;
    return html`<h3 id="thoughts">${this.say("bots_think")}</h3>
      <ul class="plain" aria-labelledby="thoughts">${found.map(({ value, told }) => html`<li><b>${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}</b> ${told[this.language]}</li>`)}</ul>`;
  }

  cards() {
    if (!this.similar.length) return nothing;
    return html`<h3 id="similar-cards">${this.say("similar")}</h3>
      <ul class="plain similar" aria-labelledby="similar-cards">${this.similar.map((each) => this.card(each))}</ul>`;
  }

  card({ id, name, corner, text }) {
    const { language, opened } = this;
    const turn = () => {
      this.opened = opened === id ? "" : id;
      this.draw();
    };
    const book = this.book();
    return html`<li><button type="button" class="link" aria-expanded=${opened === id} @click=${turn}>${name[language]}</button>
      ${corner ? html`<b>${corner.label[language]} ${corner.number}</b>` : nothing} <span class="soft">${text[language]}</span>
      ${opened === id && book?.cards[id] ? html`<div class="open">${faceOf(id, book)}</div>` : nothing}</li>`;
  }
}
