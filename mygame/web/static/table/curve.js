/**
 * How far everybody was in a match, as lines over its rounds: of an ending (`docs/protocol.md`), where it ended and in replays.
 *
 * `curve(ending, {at, go})`: `at` is the step that is shown now (null: none), `go(step)` shows another one; without `go`
 * one only looks. Who listens has the same numbers as a table. A player is a colour and a shape, each alone enough.
 */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { pieceOf } from "./piece.js";
import { ROMAN } from "./wheel.js";
import { say } from "./words.js";

const BOX = { wide: 640, high: 260, left: 44, right: 26, top: 16, bottom: 30 };
const LABELS = 8; // rounds that are named below
const SIGNS = 6; // places on a line at which the shape of its player stands

const round = (number) => Math.round(number * 10) / 10;

/** The whole of it; nothing where a game does not say who is ahead. */
export function curve(ending, { at = null, go = null } = {}) {
  if (!ending.curve) return nothing;
  return html`<figure class="curve"><figcaption>${say(`over.${titleOf(ending)}`, { what: ending.curve.name })}</figcaption>
    ${chart(ending, at, go)}
    <details><summary>${say("over.table")}</summary>${table(ending)}</details></figure>`;
}

const titleOf = ({ places, curve: { sides } }) => (sides?.length ? "sides" : places.length > 1 ? "curve" : "course");

/** Who has a line: each player, or each side, as far as all of it together: {seats, values}. */
function linesOf({ points, sides }, places) {
  const all = sides?.length ? sides : places.map(({ seat }) => [seat]);
  return all.map((seats) => ({ seats, values: points.map(({ values }) => seats.reduce((sum, seat) => sum + values[seat], 0)) }));
}

/** The lines alone. */
export function chart({ curve: told, places, stories }, at, go) {
  if (!told) return nothing;
  const { points, lap } = told;
  const lines = linesOf(told, places);
  const scale = scaled(points, lap, lines);
  const marks = stories.filter(({ kind }) => kind === "decided" || kind === "turning");
  const click = (event) => go?.(nearest(event, points, scale));
  return html`<svg class="chart" viewBox=${`0 0 ${BOX.wide} ${BOX.high}`} role="img" aria-label=${heard(points, places)} ?data-goes=${Boolean(go)} @click=${click}>
    ${scale.ticks.map((value) => svg`<g class="tick"><path d=${`M${BOX.left} ${scale.y(value)}H${BOX.wide - BOX.right}`} />
      <text x=${BOX.left - 8} y=${scale.y(value)}>${lap ? ROMAN[value / lap + 1] ?? value : value}</text></g>`)}
    ${every(points.length, LABELS).map((index) => svg`<text class="when" x=${scale.x(index)} y=${BOX.high - 8}>${index < points.length - 1 ? points[index].number : points[index].label}</text>`)}
    ${marks.map(({ kind, step, text }) => svg`<path class="mark" data-kind=${kind} d=${`M${scale.xOf(step)} ${BOX.top}V${BOX.high - BOX.bottom}`}><title>${text}</title></path>`)}
    ${lines.map(({ seats: [seat], values }) => svg`<path class="line" data-seat=${seat} .style=${`--hue: ${pieceOf(seat).hue}`}
      d=${`M${values.map((value, index) => `${scale.x(index)} ${scale.y(value)}`).join("L")}`} />`)}
    ${lines.map(({ seats: [seat], values }) => every(points.length, SIGNS).slice(0, -1).map((index) => sign(seat, scale.x(index), scale.y(values[index]), 0.45)))}
    ${ends(lines, scale).reverse().map(({ seat, x, y }) => sign(seat, x, y, 0.9))}
    ${at === null ? nothing : svg`<path class="now" d=${`M${scale.xOf(at)} ${BOX.top - 8}V${BOX.high - BOX.bottom}`} />`}
  </svg>`;
}

/** Where the shape of everybody stands at the end: side by side where they have come to the same. */
function ends(lines, scale) {
  const last = lines[0].values.length - 1;
  const all = lines.flatMap(({ seats, values }) => seats.map((seat) => ({ seat, y: scale.y(values[last]) })));
  return all.map((each, index) => ({ ...each, x: scale.x(last) - 24 * all.slice(0, index).filter(({ y }) => Math.abs(y - each.y) < 14).length }));
}

/** The shape of a player on their line. */
function sign(seat, x, y, size) {
  const { hue, d } = pieceOf(seat);
  return svg`<path class="sign" d=${d} .style=${`--hue: ${hue}; transform: translate(${x}px, ${y}px) scale(${size})`} />`;
}

/** Where a moment and a value stand in the picture, and which values are written beside it. */
function scaled(points, lap, lines) {
  const values = lines.flatMap((line) => line.values);
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, ...values);
  const step = lap || nice((high - low) / 4);
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push(value);
  const wide = BOX.wide - BOX.left - BOX.right;
  const x = (index) => round(BOX.left + (index / (points.length - 1)) * wide);
  return {
    ticks,
    x,
    y: (value) => round(BOX.high - BOX.bottom - ((value - low) / (high - low)) * (BOX.high - BOX.bottom - BOX.top)),
    xOf(at) {
      const after = points.findIndex(({ step: each }) => each >= at);
      if (after < 0) return x(points.length - 1);
      if (after === 0) return x(0);
      const [from, to] = [points[after - 1].step, points[after].step];
      return round(x(after - 1) + ((at - from) / (to - from)) * (x(after) - x(after - 1)));
    },
  };
}

/** A round number not below another one: 1, 2 or 5 with zeros. */
function nice(least) {
  const base = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((each) => each * base).find((each) => each >= least);
}

/** So many of `count` indices at most, evenly, with the first and the last. */
function every(count, most) {
  const shown = Math.min(count, most);
  return Array.from({ length: shown }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, shown - 1)));
}

/** The step that was meant by a click. */
function nearest(event, points, scale) {
  const box = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * BOX.wide;
  const last = points.at(-1).step;
  let found = 0;
  for (let step = 0; step <= last; step += 1) if (Math.abs(scale.xOf(step) - x) < Math.abs(scale.xOf(found) - x)) found = step;
  return found;
}

const heard = (points, places) =>
  places.map(({ seat, name }) => `${name}: ${points[0].values[seat]} → ${points.at(-1).values[seat]}`).join("; ");

function table({ curve: { name, points }, places }) {
  return html`<div class="seen" tabindex="0" role="region" aria-label=${say("over.table")}><table>
    <thead><tr><th scope="col">${name}</th>${places.map((place) => html`<th scope="col">${place.name}</th>`)}</tr></thead>
    <tbody>${points.map(({ label, values }) => html`<tr><th scope="row">${label}</th>${places.map(({ seat }) => html`<td>${values[seat]}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
