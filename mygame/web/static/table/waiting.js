/** Whom one waits for, since when, and what happens if they do not come to an end; and how to be done with it sooner. */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { speed } from "./tools.js";
import { piece } from "./piece.js";
import { say } from "./words.js";

/** `now` as for the tools (`app.js`): beside it `since`, in ms, and the `seats` of the table, of which bots are known. */
export function waitingPanel({ view, names, clock }, now, hands) {
  const asked = view.waiting;
  const others = asked.filter((seat) => seat !== view.you);
  const gone = now.seated && !asked.includes(view.you);
  return html`<section class="waiting" aria-label=${say("waiting.title")}>
    ${now.auto ? html`<p>${say("waiting.auto")} <button type="button" data-act="manual" @click=${() => hands.type("auto off")}>${say("act.manual")}</button></p>` : nothing}
    <p role="status">${now.seated ? nothing : `${say("board.watching")} `}${others.map((seat) => html`${piece(seat)} <b>${names[seat]}</b> ${say(isBot(seat, now) ? "waiting.thinks" : "waiting.acts")} `)}
      ${others.length || now.auto ? nothing : say("waiting.nobody")}</p>
    <p>${others.length ? html`<span class="since" data-since=${now.since}></span> ` : nothing}${limit(clock, names)}</p>
    ${gone && now.pace ? speed(now, hands) : nothing}
  </section>`;
}

const isBot = (seat, { seats }) => Boolean(seats[seat]?.bot);

/** What happens when the time is up. */
const limit = (clock, names) => (clock ? html`<span class="timer" role="timer" data-until=${clock.until}></span> ${say("waiting.limit", { name: names[clock.seat] })}` : nothing);
