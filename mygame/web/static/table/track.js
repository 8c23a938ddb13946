/**
 * Positions on a track, for any game that has them: a part with `"draw": "track"` (docs/table.md).
 *
 * Players stand at a `cell` of a `lap` (fields of theirs). A `circle` is a wheel that is read like a clock and winds inwards lap by
 * lap, towards the goal in its middle; a `line` has a row for each lap. What is at cells (`marks`) stands around or above them and
 * below in words. A player is a shape, a number and a colour, each alone enough. Who listens hears where everybody stands.
 */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { sign, signIn } from "./art.js";
import { fill, isChinese, playerName, playerRow } from "./fill.js";

const MOST = { laps: 12, cells: 60 };
const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

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

/** The whole part. */
export function track(part, ctx) {
  const shape = measured(part, ctx);
  const players = ctx.view.players.map((player) => standing(player, part, shape, ctx));
  const draw = part.shape === "line" ? line : wheel;
  return html`<figure class="track" data-shape=${part.shape ?? "circle"}>
    ${draw(part, shape, players, ctx)}
    ${legend(part, ctx)}
  </figure>`;
}

/** How many laps and cells there are; `goal` is the lap with which it is over. */
function measured(part, ctx) {
  const number = (template) => parseInt(fill(String(template ?? ""), {}, ctx), 10) || 0;
  const goal = number(part.goal);
  const laps = number(part.laps) || goal - 1 || 1;
  return { goal, laps: Math.max(1, Math.min(laps, MOST.laps)), cells: Math.max(1, Math.min(number(part.cells) || 12, MOST.cells)) };
}

function standing(player, part, { goal, laps, cells }, ctx) {
  const row = playerRow(player, ctx);
  const lap = Number(part.lap ? row[part.lap] : 1) || 1;
  const cell = Number(row[part.cell]) || 1;
  const isHome = Boolean(goal) && lap >= goal;
  return { ...row, lap: Math.min(lap, laps), cell: Math.min(Math.max(cell, 1), cells), isHome, told: { lap, cell } };
}

/** Players with their number among those who share a place, and how many these are. */
function spread(players) {
  const place = ({ isHome, lap, cell }) => (isHome ? "home" : `${lap}.${cell}`);
  return players.map((player) => {
    const together = players.filter((other) => place(other) === place(player));
    return { player, index: together.indexOf(player), of: together.length };
  });
}

const AROUND = { 1: [[0, 0]], 2: [[-11, 0], [11, 0]], 3: [[-11, 7], [11, 7], [0, -11]] };

function offset(index, of) {
  if (AROUND[of]) return AROUND[of][index];
  const angle = (index / of) * 2 * Math.PI;
  return [15 * Math.cos(angle), 15 * Math.sin(angle)];
}

// -- the wheel: a field of 340 by 340 around 0

const RIM = { outer: 138, inner: 42, sign: 160 };

function wheel(part, shape, players, ctx) {
  const { laps, cells } = shape;
  const step = (RIM.outer - RIM.inner) / laps;
  const at = (lap, cell) => polar(RIM.outer - (lap - 1 + (cell - 1) / cells) * step, (cell / cells) * 360);
  const path = [];
  for (let lap = 1; lap <= laps; lap += 1) for (let cell = 1; cell <= cells; cell += 1) path.push(at(lap, cell));
  return svg`<svg viewBox="-172 -172 344 344" role="img" aria-label=${spoken(part, players, ctx)}>
    <circle class="ground" r="168" />
    ${times(cells, (i) => svg`<path class="spoke" d=${spoke(((i + 0.5) / cells) * 360)} />`)}
    <path class="way" d=${smooth(path)} />
    ${path.map(([x, y], i) => svg`<circle class=${`cell lap${Math.floor(i / cells) % 2}`} cx=${x} cy=${y} r="7.5" />`)}
    ${times(cells, (i) => rimOf(part, i + 1, cells, ctx))}
    <circle class="goal" r="26" />${signIn("star", 0, 0, 1.3, "goal-sign")}
    ${spread(players).map(({ player, index, of }) => {
      const [x, y] = player.isHome ? [0, 0] : at(player.lap, player.cell);
      return marker(player, x, y, offset(index, of), ctx);
    })}
  </svg>`;
}

const polar = (radius, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
};
const round = (number) => Math.round(number * 10) / 10;
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const spoke = (degrees) => `M${polar(RIM.inner - 8, degrees)}L${polar(RIM.outer + 12, degrees)}`;

/** A curve through points: each stretch bends as its neighbours lie. */
function smooth(points) {
  let path = `M${points[0]}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [before, from, to, after] = [points[Math.max(0, i - 1)], points[i], points[i + 1], points[Math.min(points.length - 1, i + 2)]];
    const bend = (a, b, c, sign) => [0, 1].map((axis) => round(b[axis] + (sign * (c[axis] - a[axis])) / 6));
    path += `C${bend(before, from, to, 1)} ${bend(from, to, after, -1)} ${to}`;
  }
  return path;
}

/** What is at a cell, on the rim: its sign, or its number. */
function rimOf(part, cell, cells, ctx) {
  const [x, y] = polar(RIM.sign - 4, (cell / cells) * 360);
  const mark = markOf(part, cell, ctx);
  const title = mark ? svg`<title>${`${ROMAN[cell] ?? cell} ${mark.text}`}</title>` : nothing;
  const number = svg`<text class="numeral" x=${x} y=${y}>${ROMAN[cell] ?? cell}</text>`;
  return svg`<g>${title}${mark?.glyph ? signIn(mark.glyph, x, y, 0.85, "mark") : number}</g>`;
}

// -- the line: a row for each lap

const GRID = { wide: 34, high: 44 };

function line(part, { laps, cells }, players, ctx) {
  const at = (lap, cell) => [(cell - 0.5) * GRID.wide, (lap - 0.5) * GRID.high + 14];
  const places = times(laps * cells, (i) => at(Math.floor(i / cells) + 1, (i % cells) + 1));
  return svg`<svg viewBox=${`0 0 ${cells * GRID.wide} ${laps * GRID.high + 18}`} role="img" aria-label=${spoken(part, players, ctx)}>
    ${times(laps, (i) => svg`<path class="way" d=${`M${at(i + 1, 1)}L${at(i + 1, cells)}`} />`)}
    ${places.map(([x, y], i) => svg`<circle class=${`cell lap${Math.floor(i / cells) % 2}`} cx=${x} cy=${y} r="10" />`)}
    ${times(cells, (i) => markAbove(part, i + 1, at(1, i + 1), ctx))}
    ${spread(players).map(({ player, index, of }) => {
      const [x, y] = at(player.lap, player.isHome ? cells : player.cell);
      return marker(player, x, y, offset(index, of), ctx);
    })}
  </svg>`;
}

function markAbove(part, cell, [x], ctx) {
  const mark = markOf(part, cell, ctx);
  if (!mark) return nothing;
  return svg`<g><title>${mark.text}</title>${mark.glyph ? signIn(mark.glyph, x, 9, 0.6, "mark") : nothing}</g>`;
}

// -- players

function marker(player, x, y, [dx, dy], ctx) {
  const { hue, d } = pieceOf(player.seat);
  const place = `translate(${round(x + dx)}px, ${round(y + dy)}px)`;
  return svg`<g class="marker" data-seat=${player.seat} ?data-me=${player.me} ?data-asked=${player.asked}
      .style=${`--hue: ${hue}; transform: ${place}`}>
    <title>${playerName(player.seat, ctx)}</title><g class="body"><path d=${d} /><text y="1">${player.number}</text></g></g>`;
}

/** The sign of a player as on the track, for the player's mat. */
export function piece(seat) {
  const { hue, d } = pieceOf(seat);
  return svg`<svg class="piece" viewBox="-13 -13 26 26" aria-hidden="true" .style=${`--hue: ${hue}`}>
    <path d=${d} /><text y="1">${seat + 1}</text></svg>`;
}

// -- in words

function markOf(part, cell, ctx) {
  const mark = part.marks?.[cell];
  if (!mark) return null;
  return typeof mark === "string" ? { text: fill(mark, {}, ctx) } : { ...mark, text: fill(mark.text ?? "", {}, ctx) };
}

/** Where everybody stands, in sentences, who is furthest first. */
function spoken(part, players, ctx) {
  const zh = isChinese(ctx.book);
  const word = (field) => ctx.book.words?.field?.[field] ?? field;
  const place = ({ told, isHome }) => {
    const names = [part.lap && [word(part.lap), told.lap], [word(part.cell), told.cell]].filter(Boolean);
    const mark = isHome ? null : markOf(part, told.cell, ctx);
    const where = names.map((each) => each.join(zh ? "" : " ")).join(zh ? "，" : ", ");
    return mark ? where + (zh ? `（${mark.text}）` : ` (${mark.text})`) : where;
  };
  const further = (one, other) => other.told.lap - one.told.lap || other.told.cell - one.told.cell;
  const title = part.title ? fill(part.title, {}, ctx) + (zh ? "：" : ": ") : "";
  const told = [...players].sort(further).map((player) => `${player.name}${zh ? "：" : ": "}${place(player)}`);
  return title + told.join(zh ? "；" : "; ") + (zh ? "。" : ".");
}

/** What is at cells, each thing once with the cells where it is. */
function legend(part, ctx) {
  const found = new Map();
  for (const cell of Object.keys(part.marks ?? {})) {
    const mark = markOf(part, cell, ctx);
    found.set(mark.text, { ...mark, cells: [...(found.get(mark.text)?.cells ?? []), ROMAN[cell] ?? cell] });
  }
  if (!found.size) return nothing;
  return html`<ul class="marks">${[...found.values()].map(({ text, glyph, cells }) => html`<li>
    ${glyph ? sign(glyph) : nothing}<span>${text}</span> <small>${cells.join(" ")}</small></li>`)}</ul>`;
}
