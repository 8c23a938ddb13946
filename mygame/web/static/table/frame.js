/**
 * What surrounds the face of a card: ornaments of its frame, which tell by shape how rare and how strong it is, and the gem that says
 * the same; the woven backs. Drawn on a field of 104 by 146, which every card has the shape of. Colours are in frame.css.
 */
import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { chanceOf, sceneOf, signIn } from "./art.js";

const [WIDE, HIGH] = [104, 146];

/** Teeth along the edge of a card, the same for all, around a hole for the card. */
function teeth() {
  const chance = chanceOf("teeth");
  const side = (length, at) => {
    let path = "";
    for (let along = 0; along < length; along += 13) path += at(along + 4 + chance(5), 2 + chance(3)) + at(along + 13, 0);
    return path;
  };
  const to = (x, y) => `L${x} ${y}`;
  return `M0 0${side(WIDE, (along, out) => to(along, -out))}${side(HIGH, (along, out) => to(WIDE + out, along))}` +
    `${side(WIDE, (along, out) => to(WIDE - along, HIGH + out))}${side(HIGH, (along, out) => to(-out, HIGH - along))}zM2.5 2.5V143.5H101.5V2.5z`;
}
const TEETH = teeth();

/** The same drawing at all four corners. */
const corners = (d) => [[1, 1, 0, 0], [-1, 1, WIDE, 0], [-1, -1, WIDE, HIGH], [1, -1, 0, HIGH]].map(
  ([x, y, right, down]) => svg`<path transform=${`translate(${right} ${down}) scale(${x} ${y})`} d=${d} />`,
);

/** What stands in the corners and along the edge, by rank. */
const ORNAMENTS = {
  plain: () => nothing,
  common: () => nothing,
  fine: () => corners("M2 15V7a5 5 0 0 1 5-5h8l-5 3.2H7A1.8 1.8 0 0 0 5.2 7v3.5z"),
  grand: () => corners("M1.5 26V8A6.5 6.5 0 0 1 8 1.5H26L19 5H11.5C12 8 9 9.5 8.5 8.5 9.5 9 8 12 5 11.5V19z"),
  legend: () => corners("M-3 27C-1 20-2 12-6-6 12-2 20-1 27-3 20 3 14 3 9 4.5L13 13 4.5 9C3 14 3 20-3 27z"),
};

/** Crests over the upper edge, by how strong a card is. */
const CRESTS = [
  "",
  "M52-2.5 56 1.5 52 5.5 48 1.5z",
  "M52-4 57 1 52 6.5 47 1zM41 .5 45 2.5 41 4.5 38 2.5zM63 .5 66 2.5 63 4.5 59 2.5z",
  "M52-6.5 58 0 52 7.5 46 0zM30 1C36-1 40-1 44 0L41 4.5C38 2.5 34 2 30 3.5zM74 1C68-1 64-1 60 0L63 4.5C66 2.5 70 2 74 3.5z",
  "M52-10 59-.5 52 9 45-.5zM24-1C33-5 39-5 44-2L40 5C36 2 30 1 24 3.5zM80-1C71-5 65-5 60-2L64 5C68 2 74 1 80 3.5z",
];

/** Gems at the lower edge by rank: something to look at, and how many corners it has tells what it is. */
const GEMS = {
  common: "M52 141.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  fine: "M52 138.5 59 145.5 52 152.5 45 145.5z",
  grand: "M47 139H57L62.5 145.5 57 152H47L41.5 145.5zM50 142H54L57 145.5 54 149H50L47 145.5z",
  legend: "M52.0 138.5L54.6 144.9 61.5 145.4 56.2 149.9 57.9 156.6 52.0 152.9 46.1 156.6 47.8 149.9 42.5 145.4 49.4 144.9z",
};

/** The frame of a card of this rank and strength. */
export function frame(rank, strength) {
  return svg`<svg class="frame" viewBox="0 0 104 146" aria-hidden="true">
    ${rank === "legend" ? svg`<path class="teeth" d=${TEETH} />` : nothing}
    <g class="ornament corners">${ORNAMENTS[rank]()}</g>
    ${CRESTS[strength] && rank !== "plain" ? svg`<path class="ornament" d=${CRESTS[strength]} />` : nothing}
    ${GEMS[rank] ? svg`<path class="gem" d=${GEMS[rank]} />` : nothing}</svg>`;
}

/** The woven back of the cards of a game: `{glyph, pattern}` of its board. */
export function weave({ glyph = "star", pattern = "lattice" }) {
  const chance = chanceOf(glyph + pattern);
  return svg`<svg class="weave" viewBox="0 0 104 146" aria-hidden="true">
    <svg x="6" y="6" width="92" height="134" viewBox="8 -16 104 152" class="pattern">${sceneOf(pattern, chance)}</svg>
    <path class="hem" d="M6 6H98V140H6zM9.5 13.5A4 4 0 0 0 13.5 9.5H90.5A4 4 0 0 0 94.5 13.5V132.5A4 4 0 0 0 90.5 136.5H13.5A4 4 0 0 0 9.5 132.5z" />
    ${[[52, 22], [52, 124]].map(([x, y]) => signIn(glyph, x, y, 0.6, "mark"))}
    <path class="medal" d="M52 41 79.7 57V89L52 105 24.3 89V57z" /><path class="hem" d="M52 45 76.2 59V87L52 101 27.8 87V59z" />
    ${signIn(glyph, 52, 73, 1.5, "mark")}</svg>`;
}
