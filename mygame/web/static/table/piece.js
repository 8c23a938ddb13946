/** Players at a glance: each seat has a shape, a number and a hue, each alone enough, on tracks, mats and curves alike. */
import { svg } from "../vendor/lit-html/lit-html.js";

/** Shapes and hues of the players, by seat, on a field of 20 by 20 around 0. */
const PIECES = [
  { hue: 25, d: "M0-9.5A9.5 9.5 0 1 1 0 9.5 9.5 9.5 0 1 1 0-9.5z" },
  { hue: 255, d: "M-8.5-8.5H8.5V8.5H-8.5z" },
  { hue: 145, d: "M0-11.5 11.5 0 0 11.5-11.5 0z" },
  { hue: 310, d: "M0-11 10.5 8.5H-10.5z" },
  { hue: 75, d: "M-5.5-9.5H5.5L11 0 5.5 9.5H-5.5L-11 0z" },
  { hue: 200, d: "M0-11 3.200-3.5 11-3.5 5 1.800 7.200 10 0 5.200-7.200 10-5 1.800-11-3.5-3.200-3.5z" },
];
export const pieceOf = (seat) => PIECES[seat % PIECES.length];

/** The hue of whoever sits at a seat, for what is theirs. */
export const hueOf = (seat) => pieceOf(seat).hue;

/** The sign of a player as on the track, for the player's mat. */
export function piece(seat) {
  const { hue, d } = pieceOf(seat);
  return svg`<svg class="piece" viewBox="-13 -13 26 26" aria-hidden="true" .style=${`--hue: ${hue}`}>
    <path d=${d} /><text y="1">${seat + 1}</text></svg>`;
}
