/**
 * Talk at the table: what people say, beside their mats and in a panel with quick phrases and what one can do about the others there.
 * What is said is text, never anything else; how much, how often and who hears it is the game's affair.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { piece } from "./piece.js";
import { page, say } from "./words.js";

const SHOWN = 7000; // ms for which words stand beside who says them
const KEPT = 60;
const MOST = 500; // characters; the game says so itself if it is other

export class Talk {
  constructor(draw) {
    Object.assign(this, { draw, words: [], open: false, unread: 0 });
  }

  /** Somebody has said something: {form, name, seat, text, own}. */
  heard(said) {
    this.words = [...this.words.slice(1 - KEPT), { ...said, at: Date.now() }];
    if (!this.open && !said.own) this.unread += 1;
    setTimeout(this.draw, SHOWN + 50);
  }

  toggle() {
    this.open = !this.open;
    this.unread = 0;
    this.draw();
  }

  /** The last words of each who has just said something at the table. */
  get fresh() {
    const now = Date.now();
    const last = new Map(this.words.filter(({ seat, at }) => Number.isInteger(seat) && now - at < SHOWN).map((each) => [each.seat, each]));
    return [...last.values()];
  }
}

/** The panel: what was said, phrases, a line to say, and the others with what one can do about them. */
export function talkPanel(talk, { names, view }, hands) {
  if (!talk.open) return nothing;
  const others = names.map((name, seat) => ({ name, seat })).filter(({ name, seat }) => name && seat !== view.you);
  const phrases = Object.values(page.words.talk.phrases);
  return html`<aside class="talk" aria-labelledby="talk-head" @keydown=${(event) => event.key === "Escape" && hands.toggle("talk")}>
    <header><h2 id="talk-head">${say("talk.title")}</h2><button type="button" @click=${() => hands.toggle("talk")}>${say("board.close")}</button></header>
    <div class="words" tabindex="0" role="log" aria-live="off" aria-label=${say("talk.title")}>
      ${talk.words.length ? talk.words.map(told) : html`<p>${say("talk.silent")}</p>`}</div>
    <div class="phrases" role="group" aria-label=${say("talk.quick")}>
      ${phrases.map((text) => html`<button type="button" data-phrase @click=${() => hands.type(`say ${text}`)}>${text}</button>`)}</div>
    <form @submit=${(event) => speak(event, hands)}><label>${say("talk.to")} <select name="to">
        ${TO.map(({ key, line }) => html`<option value=${line}>${say(`talk.${key}`)}</option>`)}
        ${others.map(({ name }) => html`<option value=${`tell ${name} `}>${say("talk.alone", { name })}</option>`)}
        ${others.map(({ name }) => html`<option value=${`report ${name} `}>${say("talk.report", { name })}</option>`)}</select></label>
      <label class="hidden" for="words">${say("talk.line")}</label>
      <input id="words" name="words" autocomplete="off" maxlength=${MOST} placeholder=${say("talk.line")}><button>${say("talk.send")}</button></form>
    <details><summary>${say("talk.company")}</summary><ul class="company">${others.map(({ name, seat }) => html`<li>${piece(seat)}<span>${name}</span>
      ${ABOUT.map(({ key, line }) => html`<button type="button" @click=${() => hands.type(`${line} ${name}`)}>${say(`talk.${key}`)}<span class="hidden"> ${name}</span></button>`)}</li>`)}</ul></details>
  </aside>`;
}

/** Whom one speaks to, and what one types before the words. */
const TO = [{ key: "table", line: "say " }, { key: "house", line: "chat " }];
/** What one does about somebody, and what one types before the name. */
const ABOUT = [
  { key: "befriend", line: "friends add" },
  { key: "finger", line: "finger" },
  { key: "ignore", line: "ignore" },
  { key: "unignore", line: "unignore" },
];

const told = ({ name, seat, text }) => html`<p data-seat=${seat ?? nothing}>${Number.isInteger(seat) ? piece(seat) : nothing} <b>${name}</b> ${text}</p>`;

function speak(event, hands) {
  event.preventDefault();
  const { words: field, to } = event.target.elements;
  const words = field.value.replace(/\s+/g, " ").trim();
  if (!words || !hands.type(to.value + words)) return;
  field.value = "";
  to.selectedIndex = 0;
}

/** Words beside the mats of who says them; `placeBubbles` puts them there when the page is drawn. */
export const bubbles = (talk) =>
  html`<div class="bubbles" aria-hidden="true">${talk.fresh.map(({ seat, text }) => html`<p class="bubble" data-says=${seat}>${text}</p>`)}</div>`;

export function placeBubbles(root) {
  for (const bubble of root.querySelectorAll(".bubble")) {
    const mat = root.querySelector(`.mat[data-seat="${bubble.dataset.says}"]`)?.getBoundingClientRect();
    if (!mat) continue;
    const { offsetWidth: width, offsetHeight: height } = bubble;
    bubble.style.setProperty("--x", `${Math.max(8, Math.min(mat.left + 12, innerWidth - width - 8))}px`);
    bubble.style.setProperty("--y", `${Math.max(8, Math.min(mat.top + Math.min(36, mat.height / 2), innerHeight - height - 8))}px`);
  }
}
