/**
 * What a person can do at a table beside answering: a row of tools in a place of its own, the rest of them behind "more". Each says
 * what one would type; what cannot be undone asks first, in the page.
 *
 * A tool is a row of `TOOLS`: the `line` it types, `when` it is of use (else it stands there and cannot be pressed, so that nothing
 * moves; or, behind "more", is not there), where it is `there` at all (else everywhere; behind "more" where others are), `asks` for a
 * sentence that one agrees to first.
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say } from "./words.js";

const playing = ({ seated, over }) => seated && !over;

/** One is there for a short time, and wants to be out again. */
function isVisit({ scene, seated, alone }) {
  return scene || !seated || alone;
}

/** There is a server, and others on it. */
function isTogether({ alone }) {
  return !alone;
}

const TOOLS = {
  back: { line: "back", when: ({ prompt, seated, over, scene }) => seated && !over && (prompt ? prompt.back : !scene) },
  hint: { line: "hint", when: ({ prompt, hints }) => Boolean(prompt) && hints },
  rules: { line: "rules", when: ({ prompt, over }) => Boolean(prompt) && !over },
  go: { line: "leave", there: isVisit, when: () => true },
};

const MORE = {
  why: { line: "why", there: () => true, when: ({ players, hints, over }) => players > 1 && hints && !over },
  auto: { line: "auto on", when: (now) => playing(now) && !now.auto && !now.scene },
  manual: { line: "auto off", when: (now) => playing(now) && now.auto },
  friends: { line: "friends", when: () => true },
  who: { line: "who", when: () => true },
  messages: { line: "messages", when: () => true },
  invite: { line: "invite", when: ({ seated, scene }) => seated && !scene },
  concede: { line: "concede yes", asks: "act.sure", when: (now) => playing(now) && !now.scene },
  leave: { line: "leave", when: (now) => !isVisit(now) },
};

const SPEEDS = ["slow", "usual", "fast"];

/**
 * `now` says how things stand: {prompt, seated, over, scene, auto, pace, hints, players, alone, number, talks, unread, drawer}; `hands` has
 * `type(line)`, `ask(sentence, yes, line)`, `invite(number)`, `toggle(what)`, `pull(drawer)`; `rest` stands below, or is pulled out.
 */
export function toolsPanel(now, hands, rest = nothing) {
  return html`<nav class="tools" aria-label=${say("tools.title")}>
    ${Object.entries(TOOLS).filter(([, { there = () => true }]) => there(now)).map(([name, tool]) => button(name, tool, hands, !tool.when(now)))}
    ${isTogether(now) ? html`<button type="button" data-act="talk" aria-expanded=${String(Boolean(now.talks))} @click=${() => hands.toggle("talk")}>
      ${say("talk.title")}${now.unread ? html`<span class="count">${now.unread}</span>` : nothing}</button>` : nothing}
    ${drawer("log", now, hands)}
    <button type="button" data-act="more" popovertarget="more">${say("tools.more")}</button>
    <div id="more" class="all-tools" popover aria-label=${say("tools.more")}>
      ${now.pace ? speed(now, hands) : nothing}
      ${Object.entries(MORE).filter(([, { there = isTogether, when }]) => there(now) && when(now)).map(([name, tool]) => button(name, tool, hands))}
      ${now.number ? html`<button type="button" data-act="link" @click=${() => hands.invite(now.number)}>${say("lobby.invite")}</button>` : nothing}
      ${isTogether(now) ? drawer("rest", now, hands) : nothing}
      <button type="button" data-act="keys" @click=${() => hands.help()}>${say("keys.title")}</button>
    </div>
    <div class="rest" ?data-open=${now.drawer === "rest"}>${rest}</div>
  </nav>`;
}

/** What is pulled out, where windows are small. */
const drawer = (name, { drawer: pulled }, hands) =>
  html`<button type="button" class="pulls" data-act=${name} aria-expanded=${String(pulled === name)} @click=${() => hands.pull(name)}>${say(`stage.${name}`)}</button>`;

const WORDS = { go: "leave" }; // tools that are called as others are

function button(name, { line, asks }, hands, off = false) {
  const act = () => {
    document.getElementById("more").hidePopover();
    if (asks) hands.ask(say(asks), say(`act.${name}`), line);
    else hands.type(line);
  };
  return html`<button type="button" data-act=${name} ?disabled=${off} @click=${act}>${say(`act.${WORDS[name] ?? name}`)}</button>`;
}

/** How long bots wait before they answer. */
export function speed({ pace }, hands) {
  return html`<label>${say("tools.speed")} <select @change=${({ target }) => hands.type(`speed ${target.value}`)}>
    ${SPEEDS.map((each) => html`<option value=${each} ?selected=${each === pace}>${say(`tools.${each}`)}</option>`)}</select></label>`;
}

/** What others ask one to agree to: `asked` is {text, until}, null for nothing. */
export function consentBar(asked, hands) {
  if (!asked || asked.until < Date.now()) return nothing;
  return html`<section class="consent" role="alert"><p>${asked.text}</p>
    <p class="acts"><button type="button" class="main" data-act="agree" @click=${() => hands.type("yes")}>${say("act.agree")}</button>
      <button type="button" data-act="refuse" @click=${() => hands.type("no")}>${say("act.refuse")}</button>
      <span class="timer" data-until=${asked.until}></span></p></section>`;
}

/** What cannot be undone: `asked` is {text, yes, line}, null for nothing. */
export function sureDialog(asked, hands) {
  if (!asked) return nothing;
  const done = (act) => () => {
    hands.ask(null);
    act?.();
  };
  return html`<dialog class="sure" aria-labelledby="sure" @cancel=${done()} @close=${done()}>
    <h2 id="sure">${asked.text}</h2>
    <p class="acts"><button type="button" class="main" data-act="sure" @click=${done(() => hands.type(asked.line))}>${asked.yes}</button>
      <button type="button" autofocus @click=${done()}>${say("tools.no")}</button></p></dialog>`;
}

/** This page is not the one at which somebody plays now: it says so, and takes nothing but the way back. */
export function sleepDialog(asleep, wake) {
  if (!asleep) return nothing;
  return html`<dialog class="asleep" aria-labelledby="asleep" @cancel=${(event) => event.preventDefault()}>
    <h2 id="asleep">${say("link.ended")}</h2><p>${say("link.asleep")}</p>
    <p class="acts"><button type="button" class="main" @click=${wake}>${say("link.again")}</button></p></dialog>`;
}
