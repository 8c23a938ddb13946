/**
 * The page of the lobby and the table. It connects, keeps what the game says in a `Store`, and draws
 * it; begin with `draw`.
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Directive, directive } from "../vendor/lit-html/directive.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { playArea } from "./board.js";
import { bookOf } from "./book.js";
import { arrange, cue } from "./cues.js";
import { fill } from "./fill.js";
import { Hands } from "./hands.js";
import { Keys } from "./keys.js";
import { lookOnFocus } from "./large.js";
import { askFor, later, whenHere } from "./later.js";
import { followWindow } from "./layout.js";
import { Link } from "./link.js";
import { consolePanel, followEnds, logPanel, nodesOf } from "./log.js";
import { ordersPanel, promptPanel, questionBox, tick } from "./prompt.js";
import { Settings } from "./settings.js";
import { Speech } from "./speech.js";
import { Store, SUMMED } from "./store.js";
import { bubbles, placeBubbles, Talk, talkPanel } from "./talk.js";
import { consentBar, sleepDialog, sureDialog, toolsPanel } from "./tools.js";
import { waitingPanel } from "./waiting.js";
import { page, say } from "./words.js";

const QUIET = 1500; // ms
const WAITED = 1200; // ms behind which it is told that it is one's turn
const LATE = 5000; // ms, when what may come later is asked for even if no question has come
const JUST = 4; // lines of the account
const TOLD = 12; // texts since one has typed a line, shown where one stands outside
const root = document.getElementById("app");
const settings = new Settings();
const shown = { detail: null, aloud: true, zone: null, help: false, toast: "", console: settings.console, asked: false, tried: false, said: "", told: [], drawer: "", lesson: null, sure: null };
const talk = new Talk(draw);
const speech = new Speech(document.getElementById("spoken"));
const store = new Store(() => link.send("chrono_again"));
const link = new Link(heard, stands);
const hands = new Hands(store, link, shown, draw, { talk, settings });
let sounds = later.soundsOf();
let animator = later.animatorOf();
let due = false;
let drawn = []; // what the match was drawn from: its context and log
let quiet = 0; // until when text of the game is not shown over the page
let ends = false; // whether the end has come that has not been drawn
let stood; // where one stood, outside of matches, when the page was last drawn
let answered = false; // whether what was typed has been answered by a text that is not drawn yet
let idle = 0; // since when one is asked nothing
let goesOn = ""; // where the focus belongs that went with what was answered
let errand = window.errand; // a line to type as soon as one is in, unless that is done (early.js)

// -- what the game says

function stands(state) {
  store.link = state;
  if (state === "lost") store.stale = true;
  draw();
}

function heard(name, args, kwargs) {
  if (name === "text") return noted(String(args[0] ?? ""), kwargs.type);
  if (name !== "logged_in" && !name.startsWith("chrono_")) return;
  store.hear(name, kwargs);
  AFTER[name]?.(kwargs);
  draw();
}

const AFTER = {
  logged_in: begin,
  chrono_lobby({ you, where }) {
    if (page.try && you) attempt(where);
    else if (you) begin();
    else if (errand && !store.signedIn && !page.guest) hands.enter();
  },
  chrono_table({ since, table }) {
    if (since !== null) return;
    if (page.practice) shown.ended = null; // its matches have no numbers
    speech.opened();
    if (table) overShown(); // in a sandbox text only answers what was typed
    else if (!store.sandbox) begun();
  },
  chrono_log: ({ lines }) => speech.happened(lines),
  chrono_sandbox({ steps }) {
    speech.happened(steps.filter(({ deep }) => deep === 1).map(({ told }) => ({ text: told })));
  },
  chrono_prompt({ prompts }) {
    hands.asked();
    shown.told = [];
    if (prompts.length) speech.tell(prompts[0].text);
    const now = performance.now();
    if (prompts.length && now - idle > WAITED) sounds.play("turn");
    idle = prompts.length ? Infinity : Math.min(idle, now);
  },
  chrono_asked({ about, text }) {
    if (!text) return;
    overShown(); // what comes as text says the same
    if (about === "sure") return hands.ask(text, say("act.leave"), "yes");
    speech.tell(text);
    sounds.play("turn");
    setTimeout(draw, store.consent.until - Date.now() + 100);
  },
  chrono_over({ text, table, match }) {
    setTimeout(draw, SUMMED + 100);
    if (shown.ended === match) return; // told again
    Object.assign(shown, { ended: match, table: false });
    if (table) overShown();
    else shown.told = [...store.fresh.map(({ text: told }) => paragraph([told])), ...shown.told]; // a scene is gone at once: its end is told where one stands
    ends = true;
    speech.tell(text);
  },
  chrono_summary({ seen: [, ...rows] }) {
    overShown();
    speech.tell(rows.map((cells) => cells.filter(Boolean).join(", ")).join("; "));
  },
  chrono_hint({ text, step }) {
    if (step) shown.lesson = store.table?.table ?? null;
    speech.tell(text);
  },
  chrono_said(said) {
    talk.heard(said);
    if (!said.own) speech.tell(say("talk.says", said));
  },
  chrono_error({ text }) {
    hands.answered = null;
    hands.complain(text);
  },
};

/** A scene has begun: of what was said only what came of the line that has begun it is of use, such as a stake. */
function begun() {
  shown.toast = "";
  if (shown.told.length && !shown.console) hands.complain(shown.told.map(({ textContent }) => textContent).join("\n"), shown.told);
}

function begin() {
  if (errand) hands.type(errand);
  errand = "";
}

/**
 * The page of a draft shows the sandbox of it: the one that is open, anew if the draft has changed since; that of before a restart
 * again; or a new one.
 */
function attempt(where) {
  const { line, draft, digest } = page.try;
  const open = where === "sandbox" && store.sandbox?.draft === draft;
  if (open && !shown.tried && store.sandbox.digest !== digest) hands.type("try again");
  if (open) shown.tried = true;
  if (open || shown.asked) shown.asked = !open;
  else shown.asked = hands.type(shown.tried ? "try" : line);
}

/** The page shows what has happened or is asked: what is told of that in text stays in the console. */
function overShown() {
  shown.toast = "";
  quiet = performance.now() + QUIET;
}

function paragraph(nodes) {
  const made = document.createElement("p");
  made.append(...nodes);
  return made;
}

const WELCOME = "welcome"; // the pane of what is told to who comes in: the page says it by what is on it
const TALK = ["say", "emote"]; // panes of text that is shown beside whoever has said it, at a table

/** Text of the game: kept for the console, and shown for a while where that is closed. */
function noted(text, pane) {
  const nodes = nodesOf(text, hands);
  const plain = nodes.map(({ textContent }) => textContent).join("").trim();
  if (!plain) return;
  store.hear("text", { nodes, plain });
  if (pane === WELCOME) return draw();
  answered ||= !shown.told.length;
  shown.told = [...shown.told.slice(1 - TOLD), paragraph(nodesOf(text, hands))];
  if (page.try && !store.sandbox) shown.said = shown.asked ? plain : "";
  else if (store.view() && TALK.includes(pane)) return draw();
  else if (!shown.console && !outside() && store.signedIn && performance.now() > quiet) hands.complain(plain, nodesOf(text, hands));
  draw();
}

// -- drawing

/** Draw the page anew before the browser paints next. */
export function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const focused = focusBefore();
    const follow = followEnds(root);
    const now = [context(), store.log];
    animator.before(now.some((each, index) => each !== drawn[index]));
    drawn = now;
    render(whole(), root);
    if (context()) {
      if (arrange(root, hands)) render(whole(), root); // the board has only come with this drawing
      cue(root, hands, store.view());
    }
    placeBubbles(root);
    root.querySelector(".play")?.toggleAttribute("inert", Boolean(root.querySelector(".ending")));
    tick(root);
    root.querySelector("dialog:not([open])")?.showModal();
    follow();
    focused();
    arrive();
    if (answered) root.querySelector(".told")?.scrollIntoView({ block: "nearest" });
    answered = false;
    if (ends && document.getElementById("ending")) showEnd();
    animator.after(store, context());
    if (store.prompt() && context()) behind();
    document.title = [store.prompt() && "●", titleOf(), page.game].filter(Boolean).join(" ");
  });
}

/** Ask for what may come later, once this is painted. */
const behind = () => page.late?.script && setTimeout(() => askFor(page.late));

/** The end has the focus, so that it is in sight and read out, but for who is typing. */
function showEnd() {
  ends = false;
  if (!document.activeElement?.matches("input, select, textarea")) document.getElementById("ending")?.focus({ preventScroll: true });
}

/** Whoever answered by keyboard goes on where the next question is, also if it comes later, or at the end. */
function focusBefore() {
  const { activeElement } = document;
  const within = activeElement?.closest?.(".options, .board, .acts");
  if (within) goesOn = within.matches(".board") ? ".board [data-choosable]" : ".options button";
  else if (activeElement !== document.body) goesOn = "";
  return () => {
    if (!goesOn || document.activeElement !== document.body) return;
    (document.querySelector(goesOn) ?? document.getElementById("ending"))?.focus();
  };
}

/** Outside the hall, without a match. */
const outside = () => Boolean(store.lobby?.place && !store.view());

/** Where one has come to has the focus, but for who is typing; a page that is opened leaves it where it is. */
function arrive() {
  const { lobby } = store;
  if (!lobby && !store.view()) return;
  const now = store.view() || lobby.table || !lobby.you ? "" : lobby.place ? lobby.place.name : "hall";
  const before = stood;
  stood = now;
  if (before === undefined || now === before || !now) return;
  shown.toast &&= outside() ? "" : shown.toast;
  if (!document.activeElement?.matches("input, select, textarea")) document.getElementById(lobby.place ? "place" : "hall")?.focus();
}

function whole() {
  return html`${header()}
    <main id="main" data-state=${store.view() ? "match" : "lobby"}>${content()}</main>
    ${shown.toast && !outside() ? html`<p class="toast" role="alert">${shown.toast}</p>` : nothing}
    ${shown.help ? keysHelp() : nothing}
    ${consentBar(store.consent, hands)}
    ${context() ? html`${talkPanel(talk, context(), hands)}${bubbles(talk)}` : nothing}
    ${sureDialog(shown.sure, hands)}${sleepDialog(store.link === "ended", () => link.open())}`;
}

function titleOf() {
  const ctx = context();
  if (page.try) return page.try.title;
  if (ctx) {
    const title = fill(ctx.book.board?.title ?? ctx.book.name, {}, ctx);
    return inScene() && store.lobby.place ? `${title} · ${store.lobby.place.name}` : title;
  }
  return store.lobby?.table ? say("lobby.table", { number: store.lobby.table.number, game: store.lobby.table.name }) : "";
}

function header() {
  return html`<header class="bar">
    <a class="brand" href="/">${page.game}</a>
    <p class="title">${titleOf()}</p>
    ${(store.link === "open" && !store.stale) || begins() ? nothing : html`<p class="link"><span role="status">${say(`link.${store.link}`)}</span>${store.link === "lost" ? html` <a href="/practice/" target="practice">${say("link.practice")}</a>` : nothing}</p>`}
    ${settings.panel(draw)}
    ${store.lobby?.you ? html`<a class="you" href=${`/people/${encodeURIComponent(store.lobby.you.name)}/`}>${store.lobby.you.name}</a>` : nothing}
  </header>`;
}

/** What one waits for, or is told in place of a question. */
const status = (what) => html`<p class="waiting" role="status">${what}</p>`;

/** Whether the page connects for the first time, and has nothing to show. */
const begins = () => store.link === "opening" && !store.lobby && !store.view();

/** What one waits for while there is nothing to see; of a connection that was lost the header tells. */
function moment(what) {
  if (store.link !== "open" && !begins()) return nothing;
  return status(begins() ? say("link.opening") : what);
}

/** A part of the page; until it is here, a heading and what one waits for. */
const orWait = (part, what = say("link.open")) => part === nothing ? html`<h1 class="hidden">${page.game}</h1>${moment(what)}` : part;

function content() {
  const { lobby } = store;
  if (page.try && !store.sandbox) return opening();
  if (store.view()) return match();
  if (page.practice) return orWait(later.chooser(hands, draw));
  if (!lobby) return orWait(nothing);
  if (!lobby.you) return orWait(later.welcome(hands));
  return html`<h1 class="hidden" id="hall" tabindex="-1">${page.game}</h1>
    ${store.over && store.over.table === lobby.table?.number ? theEnd(true) : store.ended ? sceneEnd() : nothing}
    ${lobby.table ? later.ownTable(lobby.table, lobby, hands) : later.hall(lobby, hands, shown.told, draw)}
    ${consolePanel(store.notes, hands, shown.console)}`;
}

/** Until the sandbox of a draft is laid out; if it cannot be, the game has said why. */
function opening() {
  return html`<h1 class="hidden">${titleOf()}</h1>
    ${shown.said ? status(shown.said) : moment(say("bench.opening"))}
    <p class="acts"><a class="button" href=${page.try.back}>${say("bench.draft")}</a></p>`;
}

let known = {}; // what a match was drawn from, and of what that was made

/** Everything that drawing a match takes, the same as long as nothing of it is new; null while something is missing. */
export function context() {
  const view = store.view();
  const book = view && bookOf(store.table.pack, draw);
  if (!book) return null;
  const { table, ownTold } = store;
  const of = [view, book, table, ownTold, store.prompt()];
  if (!known.of?.every((each, index) => each === of[index])) {
    const { names, clock } = table;
    const does = foretold(store.prompt());
    known = { of, ctx: { view, book, told: { ...table.told, ...ownTold }, names, clock, does, language: page.language } };
  }
  return known.ctx;
}

/** What the cards of a question would do, by uuid. */
function foretold(prompt) {
  const options = (prompt?.options ?? []).filter(({ kind, does }) => kind === "card" && does);
  return Object.fromEntries(options.map(({ entity, does }) => [entity, does]));
}

function match() {
  const ctx = context();
  if (!ctx) return orWait(nothing, say("link.book"));
  const seated = ctx.view.you !== null;
  if (store.sandbox) return bench(ctx);
  return html`<h1 class="hidden">${titleOf()}</h1>
    ${playArea(ctx, hands, shown)}
    <div class="side" ?data-scene=${inScene()} ?data-lesson=${shown.lesson === store.table.table}>
      ${afterBoard(() => (store.over ? theEnd(seated) : question(ctx)))}
      ${toolsPanel(now(ctx), hands, html`
        ${store.over ? nothing : ordersPanel(store.orders, hands)}${page.practice ? nothing : consolePanel(store.notes, hands, shown.console)}`)}
      ${logPanel(store.log, shown.drawer === "log")}
    </div>`;
}

/** How the match ended, over the table; the place of the question leads back to it. */
function theEnd(seated) {
  const about = { seated, guest: store.lobby?.you?.guest, motion: settings.motion, shown, draw };
  return html`${store.view() ? questionBox(later.backToEnd(about)) : shown.table ? later.backToEnd(about) : nothing}${later.ending(store.over, about, hands)}`;
}

/** The same of a game without a table, which is gone by then. */
function sceneEnd() {
  const close = () => {
    store.ended = null;
    draw();
  };
  return later.ending(store.ended, { motion: settings.motion, shown: {}, close }, hands);
}

/** What stands behind the board is drawn when that has been: its keys follow from where things lie there. */
const afterBoard = directive(class extends Directive {
  render(draw) {
    arrange(root, hands);
    return draw();
  }
});

/** What one is asked, or for whom one waits: both in the same place. */
function question(ctx) {
  const prompt = store.prompt();
  const told = store.hint ? keyed(prompt?.number, hint(store.hint)) : nothing;
  if (!prompt) return questionBox(html`${waitingPanel(ctx, now(ctx), hands)}${told}`);
  return promptPanel(prompt, store.picked, store.hint?.picks ?? [], hands, { names: ctx.names, lead: inScene() ? just() : nothing, hint: told });
}

/** The table of a sandbox: what is asked of whichever seat, what one can change, what each answer did. */
function bench(ctx) {
  const { sandbox } = store;
  const { over } = ctx.view;
  return html`<h1 class="hidden">${titleOf()}</h1>
    ${playArea(ctx, hands, shown)}
    <div class="side">
      ${afterBoard(() => (store.prompt() ? promptPanel(store.prompt(), store.picked, [], hands, { who: ctx.names[sandbox.asked] }) : questionBox(over ? status(say("over.title")) : nothing)))}
      <div class="panels" tabindex="0" role="group" aria-label=${say("bench.title")}>
        ${later.stepsPanel(sandbox, shown, draw)}
        ${later.benchPanel(sandbox, ctx, hands)}
        ${consolePanel(store.notes, hands, shown.console)}
      </div>
    </div>`;
}

const inScene = () => store.lobby?.where === "scene";

/** What one's last answer has led to. */
const just = () => (store.fresh.length ? html`<div class="just">${store.fresh.slice(-JUST).map(({ text }) => html`<p>${text}</p>`)}</div>` : nothing);

function hint({ text, step, of }) {
  const title = step ? say("hint.step", { step, of }) : say("hint.title");
  return html`<section class="hint" aria-label=${title}>${step ? html`<b>${title}</b>` : nothing}<p>${text}</p></section>`;
}

/** How things stand for who sits or looks on here: what tools ask before they offer themselves. */
function now({ view, names }) {
  const { table, lobby } = store;
  const [seated, scene] = [view.you !== null, inScene()];
  const seats = lobby?.table?.seats ?? [];
  return {
    ...{ prompt: store.prompt(), over: Boolean(store.over), seated, scene, seats, names },
    ...{ auto: table.auto ?? "", pace: seated && !store.over ? table.pace : "", hints: table.hints !== false },
    ...{ players: view.players.length, alone: Boolean(page.practice) },
    ...{ number: scene ? 0 : table.table, talks: talk.open, unread: talk.unread, since: store.since, drawer: shown.drawer },
  };
}

function keysHelp() {
  const keys = [["1 2 3", "pick"], ["← →", "walk"], ["Enter", "enter"], ["i", "look"], ["c", "cards"], ["o", "options"], ["l", "log"], ["e", "finish"], ["b", "back"], ["h", "hint"], ["t", "talk"], ["m", "mute"], ["/", "line"], ["Esc", "close"]];
  return html`<section class="keys" aria-labelledby="keys"><h2 id="keys">${say("keys.title")}</h2>
    <dl>${keys.map(([key, name]) => html`<dt><kbd>${key}</kbd></dt><dd>${say(`keys.${name}`)}</dd>`)}</dl>
    <button type="button" @click=${() => hands.close()}>${say("board.close")}</button></section>`;
}

new Keys(document, hands, () => settings.keys);
lookOnFocus(root, hands);
whenHere(() => {
  later.listenTo(root, hands);
  later.tellWhole(root);
  sounds = later.soundsOf(() => settings.loud);
  animator = later.animatorOf(root, () => settings.speed, { heard: (sound, amount) => sounds.play(sound, amount) });
  draw();
});
followWindow(draw);
setInterval(() => tick(root), 1000);
setTimeout(behind, LATE);
root.replaceChildren();
link.open();
draw();
