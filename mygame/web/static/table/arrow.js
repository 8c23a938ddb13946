/** The arrow from a card that is dragged to the pointer: over everything, and in nobody's way. */

import { html, render } from "../vendor/lit-html/lit-html.js";

const BEND = 0.2; // of its length, and
const MOST = 120; // pixels of it

export class Arrow {
  constructor() {
    this.layer = document.createElement("div");
  }

  /** Point from an element to a place of the window. */
  point(from, x, y) {
    if (!this.layer.isConnected) document.body.append(this.layer);
    const box = from.getBoundingClientRect();
    const [left, top] = [box.left + box.width / 2, box.top + box.height / 2];
    const lift = Math.min(MOST, Math.hypot(x - left, y - top) * BEND);
    const path = `M${left} ${top} Q${(left + x) / 2} ${(top + y) / 2 - lift} ${x} ${y}`;
    render(html`<svg class="aiming" aria-hidden="true"><defs>
      <marker id="aiming-head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0 10 5 0 10z"></path></marker>
      </defs><path class="line" marker-end="url(#aiming-head)" d=${path}></path></svg>`, this.layer);
  }

  hide() {
    this.layer.remove();
  }
}
