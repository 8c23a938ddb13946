/**
 * The drawings of a track (track.js): as a wheel, as lines, as a strip. Each is one picture to who listens; `way` of a drawing are
 * the places of all cells and of the goal, along which pawns walk (moves.js), `data-at` of a pawn is its place among them.
 * What bears `data-turns` turns with time, so many times as fast.
 */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { signIn } from "./art.js";
import { playerName } from "./fill.js";
import { pieceOf } from "./piece.js";

export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const round = (number) => Math.round(number * 10) / 10;
const polar = (radius, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
};

// -- pawns

const AROUND = { 1: [[0, 0]], 2: [[-11, 0], [11, 0]], 3: [[-11, 7], [11, 7], [0, -11]] };

function offset(index, of) {
  if (AROUND[of]) return AROUND[of][index];
  const angle = (index / of) * 2 * Math.PI;
  return [15 * Math.cos(angle), 15 * Math.sin(angle)];
}

/** The players as pawns; those who share a place stand around it, as `shared` says, the reader on top. */
function pawns({ players, ctx }, way, size, shared = offset) {
  return [...players].sort((one, other) => one.me - other.me).map((player) => {
    const [x, y] = way[player.at];
    const together = players.filter(({ at }) => way[at][0] === x && way[at][1] === y);
    const [dx, dy] = shared(together.indexOf(player), together.length);
    const { hue, d } = pieceOf(player.seat);
    return svg`<g class="marker" data-seat=${player.seat} data-at=${player.at} ?data-me=${player.me} ?data-asked=${player.asked}
      .style=${`--hue: ${hue}; transform: translate(${round(x + dx * size)}px, ${round(y + dy * size)}px)`}>
      <title>${playerName(player.seat, ctx)}</title><g transform=${`scale(${size})`}>
        ${player.asked ? svg`<circle class="halo" r="15.5" />` : nothing}
        <path class="shadow" transform="translate(1 2.2)" d=${d} /><path class="body" d=${d} /><path class="shine" transform="translate(-0.8 -1.2) scale(0.78)" d=${d} /><text y="1">${player.number}</text></g></g>`;
  });
}

// -- the wheel: a field of 360 by 360 around 0

const R = { teeth: 178, gear: 172, rim: 171, face: 136, outer: 123, inner: 47, hub: 31 };

export function wheel(known) {
  const { shape: { laps, cells }, marks, part, label } = known;
  const step = (R.outer - R.inner) / Math.max(1, laps - 1 / cells);
  const at = (lap, cell) => polar(R.outer - (lap - 1 + cell / cells) * step, (cell / cells) * 360);
  const way = [...times(laps * cells, (index) => at(Math.floor(index / cells) + 1, (index % cells) + 1)), [0, 0]];
  const dot = Math.min(9, step * 0.42, (Math.PI * R.outer) / cells - 1);
  return html`<svg class="whole" viewBox="-180 -180 360 360" role="img" aria-label=${label} .way=${way} data-form="whole">
    ${works(part.id)}
    ${times(cells, (index) => svg`<path class="spoke" d=${spoke(((index + 0.5) / cells) * 360)} />`)}
    ${marks.map((mark, index) => plate(mark, index, cells, part.id))}
    <path class="way under" d=${smooth(way.slice(0, -1))} /><path class="way" d=${smooth(way.slice(0, -1))} />
    ${way.slice(0, -1).map(([x, y], index) => cellOf(x, y, dot, index, cells))}
    ${clockHands()}${hub(part.id)}
    ${pawns(known, way, Math.min(1.2, Math.max(0.9, step / 17)))}
  </svg>`;
}

/** The works behind the face: a toothed rim, the ring of plates, the face itself. */
function works(id) {
  return svg`<defs>
      <radialGradient id=${`brass-${id}`} cx="35%" cy="28%" r="85%"><stop offset="0" class="lit" /><stop offset="0.55" class="brass" /><stop offset="1" class="dim" /></radialGradient>
      <radialGradient id=${`face-${id}`}><stop offset="0" class="deep" /><stop offset="0.75" class="flat" /><stop offset="1" class="flat" /></radialGradient>
    </defs>
    <path class="gear" data-turns="1" d=${gear(R.gear, R.teeth, 48)} fill=${`url(#brass-${id})`} />
    <circle class="rim" r=${R.rim} /><circle class="face" r=${R.face} fill=${`url(#face-${id})`} />`;
}

/** The middle, to which all ways lead. */
function hub(id) {
  return svg`<g class="hub"><path class="gear" data-turns="-3" d=${gear(R.hub - 5, R.hub, 14)} fill=${`url(#brass-${id})`} />
    <circle class="goal" r=${R.hub - 9} />${signIn("star", 0, 0, 1.35, "goal-sign")}</g>`;
}

/** Hands of a clock, which are there only while they turn. */
function clockHands() {
  const hand = (length, width) => `M${-width} 12L0 ${-length}L${width} 12z`;
  return svg`<g class="hands" data-turns="1" data-seen="turning"><path d=${hand(128, 5)} /></g>
    <g class="hands" data-turns="0.25" data-seen="turning"><path d=${hand(80, 8)} /></g>`;
}

/** A wheel with teeth. */
function gear(inner, outer, teeth) {
  const stops = times(teeth, (tooth) => {
    const at = (share) => ((tooth + share) / teeth) * 360;
    return [polar(inner, at(0)), polar(outer, at(0.12)), polar(outer, at(0.44)), polar(inner, at(0.56))];
  });
  return `M${stops.flat().join("L")}z`;
}

const spoke = (degrees) => `M${polar(R.hub, degrees)}L${polar(R.face - 2, degrees)}M${polar(R.face, degrees)}L${polar(R.rim, degrees)}`;

/** What is at a cell, on the rim: its sign and, where there is room, its words along the rim; else its number. */
function plate(mark, index, cells, id) {
  const degrees = ((index + 1) / cells) * 360;
  const name = ROMAN[index + 1] ?? index + 1;
  const at = (radius) => polar(radius, degrees);
  const middle = at((R.rim + R.face) / 2);
  if (!mark) return svg`<text class="numeral" x=${middle[0]} y=${middle[1]}>${name}</text>`;
  const isLow = degrees > 90 && degrees < 270;
  const [start, end] = isLow ? [degrees + 180 / cells, degrees - 180 / cells] : [degrees - 180 / cells, degrees + 180 / cells];
  const radius = isLow ? 146.5 : 140.5;
  const arc = `M${polar(radius, start)}A${radius} ${radius} 0 0 ${isLow ? 0 : 1} ${polar(radius, end)}`;
  const path = `arc-${id}-${index}`;
  const width = [...mark.text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1 : 0.53), 0);
  const size = round(Math.min(10, ((2 * Math.PI * radius) / cells - 5) / width));
  return svg`<g class="plate"><title>${`${name} ${mark.text}`}</title>
    <g class="plain">${mark.glyph ? signIn(mark.glyph, ...middle, 1.12, "mark") : svg`<text class="numeral" x=${middle[0]} y=${middle[1]}>${name}</text>`}</g>
    <g class="worded">${mark.glyph ? signIn(mark.glyph, ...at(160), 0.74, "mark") : nothing}
      <path id=${path} d=${arc} fill="none" /><text class="word" .style=${`font-size: ${size}px`}><textPath href=${`#${path}`} startOffset="50%">${mark.text}</textPath></text></g></g>`;
}

function cellOf(x, y, dot, index, cells) {
  const number = index < cells && dot >= 8 ? svg`<text class="count" x=${x} y=${y}>${ROMAN[index + 1] ?? index + 1}</text>` : nothing;
  return svg`<circle class="cell" data-lap=${Math.floor(index / cells) % 2} cx=${x} cy=${y} r=${round(dot)} />${number}`;
}

/** A curve through points: each stretch bends as its neighbours lie. */
function smooth(points) {
  let path = `M${points[0]}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [before, from, to, after] = [points[Math.max(0, i - 1)], points[i], points[i + 1], points[Math.min(points.length - 1, i + 2)]];
    const bend = (a, b, c, side) => [0, 1].map((axis) => round(b[axis] + (side * (c[axis] - a[axis])) / 6));
    path += `C${bend(before, from, to, 1)} ${bend(from, to, after, -1)} ${to}`;
  }
  return path;
}

// -- the line: a row for each lap

const GRID = { wide: 40, high: 52 };

export function line(known) {
  const { shape: { laps, cells, name }, marks, label } = known;
  const at = (lap, cell) => [(cell + 0.5) * GRID.wide, (lap + 0.5) * GRID.high + 14];
  const way = times(laps * cells, (index) => at(Math.floor(index / cells), index % cells));
  way.push([cells * GRID.wide + 10, way.at(-1)[1]]);
  return html`<svg class="whole" viewBox=${`0 0 ${cells * GRID.wide + 30} ${laps * GRID.high + 20}`} role="img" aria-label=${label} .way=${way} data-form="whole">
    ${times(laps, (lap) => svg`<path class="way under" d=${`M${at(lap, 0)}L${at(lap, cells - 1)}`} /><path class="way" d=${`M${at(lap, 0)}L${at(lap, cells - 1)}`} />`)}
    ${way.slice(0, -1).map(([x, y], index) => svg`<circle class="cell" data-lap=${Math.floor(index / cells) % 2} cx=${x} cy=${y} r="13" />${inCell(marks[index % cells], x, y, name(index))}`)}
    <g class="hub" transform=${`translate(${way.at(-1)})`}><circle class="goal" r="12" />${signIn("star", 0, 0, 0.75, "goal-sign")}</g>
    ${pawns(known, way, 1)}
  </svg>`;
}

/** What is at a cell, in it: its sign, or its number. */
function inCell(mark, x, y, name, scale = 0.75) {
  if (mark?.glyph) return svg`<g><title>${mark.text}</title>${signIn(mark.glyph, x, y, scale, "mark")}</g>`;
  return svg`<text class="count" x=${x} y=${y}>${name}</text>`;
}

// -- the strip: the cells around the players, in one row

const STRIP = { wide: 26, most: 15, behind: 2, ahead: 3 };

/** The first and the last cell of the strip: all players with what lies before them, or those around the reader. */
function stretch(players, end) {
  const places = players.map(({ at }) => at);
  const own = (players.find(({ me }) => me) ?? players.find(({ at }) => at === Math.max(...places)))?.at ?? 0;
  const least = Math.min(...places) - STRIP.behind;
  const isWide = Math.max(...places) + STRIP.ahead - least >= STRIP.most;
  const first = Math.max(0, Math.min(isWide ? own - STRIP.ahead : least, end + 1 - STRIP.most));
  return [first, Math.min(end, first + STRIP.most - 1)];
}

export function strip(known) {
  const { shape: { laps, cells, name, wound }, players, marks, label } = known;
  const end = laps * cells; // the goal
  const [first, last] = stretch(players, end);
  const width = (last - first + 1) * STRIP.wide;
  const xOf = (index) => (index - first + 0.5) * STRIP.wide;
  const way = times(end + 1, (index) => [Math.max(14, Math.min(width - 14, xOf(index))), 30]); // who is further away stands at the edge
  return html`<svg class="strip" viewBox=${`0 0 ${width} 46`} role="img" aria-label=${label} .way=${way} data-form="strip">
    <path class="way under" d=${`M${first ? 0 : xOf(first)} 30H${last < end ? width : xOf(last)}`} /><path class="way" d=${`M${first ? 0 : xOf(first)} 30H${last < end ? width : xOf(last)}`} />
    ${times(last - first + 1, (step) => stripCell(first + step, xOf(first + step), { cells, end, first, marks, name, wound }))}
    ${pawns(known, way, 0.85, (index, of) => [(index - (of - 1) / 2) * 13, -5])}
  </svg>`;
}

function stripCell(index, x, { cells, end, first, marks, name, wound }) {
  if (index === end) return svg`<circle class="goal" cx=${x} cy="30" r="11" />${signIn("star", x, 30, 0.7, "goal-sign")}`;
  const lap = wound && (index % cells === 0 || index === first) ? svg`<text class="lap" x=${x} y="8">${ROMAN[Math.floor(index / cells) + 1]}</text>` : nothing;
  return svg`<circle class="cell" data-lap=${Math.floor(index / cells) % 2} cx=${x} cy="30" r="10.5" />${inCell(marks[index % cells], x, 30, name(index), 0.6)}${lap}`;
}
