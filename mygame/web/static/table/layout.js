/**
 * Where the zones and fields of a game stand: the parts of its table, from `board.json5`, and the areas in which they lie.
 *
 * A pack says so in `table.parts`; one that does not gets a table made of the sections of its board of text. A board that says
 * neither has both from the server. Parts are `mats` (players with their fields and zones), `row` (cards side by side),
 * `track` (positions) and `line` (a sentence). The stage is a grid that fills the window: its areas are there for a whole match,
 * with parts in them or without, so nothing on it moves because something else came or went. Begin with `stageOf`.
 */

import { playersOf } from "./rows.js";

/** Windows that are higher than wide have areas of their own. */
const tall = matchMedia("(max-aspect-ratio: 1/1)");

/** Wide ones that are low, as those of a telephone on its side, can have some, too. */
const low = matchMedia("(min-aspect-ratio: 1/1) and (max-height: 30rem)");

/** Which areas the window has now. */
export const windowNow = () => (tall.matches ? "narrow" : low.matches ? "low" : "wide");

/** `redraw` when it gets others. */
export function followWindow(redraw) {
  for (const each of [tall, low]) each.addEventListener("change", redraw);
}

const NONE = "."; // an area where nothing is
const layouts = new WeakMap();

export function layoutOf({ book }) {
  if (!layouts.has(book)) {
    const { table = {}, sections } = book.board;
    const parts = table.parts ? whole(table.parts) : whole(sections).map(part);
    layouts.set(book, { ...(table.areas ? table : { ...table, ...made(parts) }), parts });
  }
  return layouts.get(book);
}

/** Parts that are `like` others with what those say. */
function whole(parts) {
  const named = Object.fromEntries(parts.map((each) => [each.id, each]));
  return parts.map((each) => ({ ...named[each.like], ...each }));
}

function part({ id, title, when, each, rows, columns = [], line, list }) {
  if (rows === "players" && columns.length)
    return { id, title, when, draw: "mats", each: "players", fields: fieldsOf(columns) };
  if (rows === "players") return { id, title, when, draw: "line", each: "players", text: list };
  if (rows) return { id, title, when, draw: "row", each, zones: [rows].flat() };
  return { id, title, when, draw: "line", each: each ?? "you", text: line };
}

/** The columns of a table of players, but the one with the name. */
function fieldsOf(columns) {
  return columns
    .filter(({ cell }) => !cell.includes("{name}"))
    .map(({ head, cell, when }) => ({ label: head, text: cell.replace(/\|[a-zA-Z](?![a-z]*\})/g, ""), when }));
}

// -- areas for a game that names none

const ABREAST = { wide: 3, narrow: 2 }; // rows of cards beside one another
const COLUMNS = 6; // as many as can be shared by one, two or three
const SHARE = { track: 5, mats: 4, row: 3, line: 0 };

/** The parts one below the other in their order, rows of cards beside one another; `area-N` are their names. */
function made(parts) {
  parts.forEach((each, index) => Object.assign(each, { area: `area-${index}`, seats: null }));
  const [areas, rows, columns] = [{}, {}, {}];
  for (const [window, most] of Object.entries(ABREAST)) {
    const bands = [];
    for (const each of parts) {
      const last = bands.at(-1);
      const joins = !SHARED.has(each.draw) && last && !SHARED.has(last[0].draw) && last.length < most;
      if (joins) last.push(each);
      else bands.push([each]);
    }
    areas[window] = bands.map((band) => band.map(({ area }) => Array(COLUMNS / band.length).fill(area).join(" ")).join(" "));
    rows[window] = bands.map(([each]) => sized(shareOf(each)));
    columns[window] = Array(COLUMNS).fill("1fr");
  }
  return { areas, rows, columns };
}

/** How high a part is to the others; a mat without cards only needs its fields. */
function shareOf({ draw = "row", zones = [] }) {
  return draw === "mats" && zones.every(({ as }) => as === "count") ? 1 : SHARE[draw];
}

const SHARED = new Set(["mats", "track", "line"]); // what has a row of the stage for itself
const sized = (share) => (share ? `${share}fr` : "var(--line-high)");

// -- the stage

/**
 * What is where in the window as it is: `{style, places}` with the style of the grid, and for each area its parts, each with
 * the players that it is about (null: nobody). Areas that can hold nothing for this reader are given to their neighbours.
 */
export function stageOf(ctx) {
  const layout = layoutOf(ctx);
  const now = windowNow();
  const window = now === "low" && !layout.areas.low ? "wide" : now;
  const places = new Map();
  for (const each of layout.parts) for (const [area, players] of seated(each, ctx.view, window)) {
    if (!places.has(area)) places.set(area, []);
    places.get(area).push({ part: each, players });
  }
  const grid = settled(layout, window, places);
  return { window, style: styled(grid), places: [...places].filter(([area]) => grid.named.has(area)) };
}

/** In which areas the players of a part sit; as they sit around a table where there are several. */
function seated({ id, area, each, seats }, view, window) {
  const players = each ? playersOf(each, view) : [null];
  if (!players.length) return [];
  const around = seats?.[window] ?? (window === "low" && seats?.wide);
  if (!around) return [[area ?? id, players]];
  return dealt(players, around.length).map((own, index) => [around[index], own]).filter(([, own]) => own.length);
}

/** Players for areas from one side of the table round to the other: with three areas and four players 1, 2, 1, with nine 3, 3, 3. */
function dealt(players, count) {
  const middle = Math.floor(count / 2);
  const sides = Math.floor(players.length / count + 0.2);
  const sizes = Array(count).fill(sides);
  sizes[middle] = players.length - sides * (count - 1);
  let taken = 0;
  return sizes.map((size) => players.slice(taken, (taken += size)));
}

/** The grid of a window without what nobody here has; rows that are then empty are gone. */
function settled({ areas, rows = {}, columns = {} }, window, places) {
  const given = areas[window] ?? Object.values(areas)[0];
  const kept = given
    .map((row, index) => ({ names: filled(row.split(/\s+/), places), size: rows[window]?.[index] ?? "1fr" }))
    .filter(({ names }) => names);
  const cells = kept.map(({ names }) => names);
  const grid = areRectangles(cells) ? cells : given.map((row) => row.split(/\s+/).map((name) => (places.has(name) ? name : NONE)));
  return {
    cells: grid,
    rows: grid === cells ? kept.map(({ size }) => size) : rows[window] ?? given.map(() => "1fr"),
    columns: columns[window] ?? grid[0].map(() => "1fr"),
    named: new Set(grid.flat()),
  };
}

/** A row in which what is not there has gone to who stands beside it; null where nobody stands. */
function filled(names, places) {
  const there = names.map((name) => places.has(name));
  if (!there.some(Boolean)) return null;
  const near = (index) => {
    for (let step = 0; ; step += 1) for (const at of [index - step, index + step]) if (there[at]) return names[at];
  };
  return names.map((name, index) => near(index));
}

/** Whether each name takes a rectangle, as a grid wants it. */
function areRectangles(cells) {
  return [...new Set(cells.flat())].filter((name) => name !== NONE).every((name) => {
    const found = cells.flatMap((row, y) => row.flatMap((each, x) => (each === name ? [[x, y]] : [])));
    const [xs, ys] = [0, 1].map((axis) => found.map((at) => at[axis]));
    return found.length === (Math.max(...xs) - Math.min(...xs) + 1) * (Math.max(...ys) - Math.min(...ys) + 1);
  });
}

const flexible = (size) => (/^[\d.]+fr$/.test(size) ? `minmax(0, ${size})` : size);

const styled = ({ cells, rows, columns }) => [
  `grid-template-areas: ${cells.map((row) => `"${row.join(" ")}"`).join(" ")}`,
  `grid-template-rows: ${rows.map(flexible).join(" ")}`,
  `grid-template-columns: ${columns.map(flexible).join(" ")}`,
].join("; ");
