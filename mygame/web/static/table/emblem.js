/** The face of a game: the back of its cards. */

import { html } from "../vendor/lit-html/lit-html.js";
import { sign } from "./art.js";

/** The back of a game's cards, as a button that nobody needs to reach by keyboard: beside it is one of the same use. */
export function emblem({ face }, act) {
  const drawn = sign(face?.glyph ?? "star");
  const tone = `--tone: oklch(0.62 0.13 ${face?.hue ?? 260})`;
  return act ? html`<button type="button" class="emblem" tabindex="-1" aria-hidden="true" .style=${tone} @click=${act}>${drawn}</button>`
    : html`<span class="emblem" aria-hidden="true" .style=${tone}>${drawn}</span>`;
}
