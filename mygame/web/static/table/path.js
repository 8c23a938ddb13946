/**
 * The path that everybody took round a track, as lines that wind inwards lap by lap, as a wheel does (wheel.js): of an ending whose
 * curve has laps. A player has a lane of their own, with a dot where each round began, and their shape where they have come to.
 * It shows what the curve beside it shows (curve.js), which is also told in words.
 */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { pieceOf } from "./piece.js";
import { say } from "./words.js";
import { ROMAN } from "./wheel.js";

const R = { rim: 178, text: 165, outer: 150, inner: 34 };
const LANE = 6; // between two players, where there is room
const FINE = 4; // points of a line for each cell

const round = (number) => Math.round(number * 10) / 10;

/** `at`: the step up to which the paths are drawn in full; null: all of them. */
export function path({ curve, places }, at = null) {
  if (!curve?.lap) return nothing;
  const { points, lap } = curve;
  const laps = Math.max(1, Math.ceil(Math.max(...points.flatMap(({ values }) => values)) / lap));
  const wide = (R.outer - R.inner) / laps;
  const lane = Math.min(LANE, wide / (places.length + 1));
  const place = (value, index) => polar(R.outer - (value / lap) * wide + (index - (places.length - 1) / 2) * lane, (value / lap) * 360);
  const seen = at === null ? points : until(points, at);
  const cells = Array.from({ length: lap }, (_, index) => ((index + 1) / lap) * 360);
  return html`<figure class="path"><figcaption>${say("over.path")}</figcaption>
    <svg class="chart" viewBox="-180 -180 360 360" aria-hidden="true">
      <circle class="rim" r=${R.rim} />
      ${cells.map((angle) => svg`<path class="tick" d=${`M${polar(R.outer + 6, angle)}L${polar(R.inner - 8, angle)}`} />`)}
      ${cells.map((angle, index) => { const [x, y] = polar(R.text, angle); return svg`<text x=${x} y=${y}>${ROMAN[index + 1] ?? index + 1}</text>`; })}
      ${places.map(({ seat }, index) => [[points, "faint"], [seen, ""]].map(([some, look]) => (look && seen === points ? nothing
        : svg`<path class=${`line ${look}`} data-seat=${seat} .style=${`--hue: ${pieceOf(seat).hue}`} d=${`M${along(some.map(({ values }) => values[seat])).map((value) => place(value, index)).join("L")}`} />`)))}
      ${places.map(({ seat }, index) => seen.slice(0, -1).map(({ values }) => { const [x, y] = place(values[seat], index); return svg`<circle class="dot" cx=${x} cy=${y} r="2.6" .style=${`--hue: ${pieceOf(seat).hue}`} />`; }))}
      ${[...places].reverse().map(({ seat }) => sign(seat, place(seen.at(-1).values[seat], places.findIndex((each) => each.seat === seat))))}
    </svg></figure>`;
}

function polar(radius, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
}

/** All that lies between values, in small steps: a line that is bent as the track is. */
function along(values) {
  return values.flatMap((value, index) => {
    const from = values[index - 1] ?? value;
    const count = Math.max(1, Math.round(Math.abs(value - from) * FINE));
    return Array.from({ length: count }, (_, part) => from + ((value - from) * (part + 1)) / count);
  });
}

/** The points up to a step, and where everybody is at it. */
function until(points, at) {
  const behind = points.findIndex(({ step }) => step > at);
  if (behind < 0) return points;
  const [one, next] = [points[Math.max(0, behind - 1)], points[behind]];
  const share = Math.max(0, Math.min(1, (at - one.step) / Math.max(1, next.step - one.step)));
  const values = one.values.map((value, seat) => value + (next.values[seat] - value) * share);
  return [...points.slice(0, Math.max(1, behind)), { ...one, values }];
}

function sign(seat, [x, y]) {
  const { hue, d } = pieceOf(seat);
  return svg`<path class="sign" d=${d} .style=${`--hue: ${hue}; transform: translate(${x}px, ${y}px) scale(0.8)`} />`;
}
