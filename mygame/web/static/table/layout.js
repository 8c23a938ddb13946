/**
 * Where the zones and fields of a game stand: the parts of its table, from `board.json5`.
 *
 * A pack says so in `table.parts`; one that does not gets a table made of the sections of its board of text. A board that says
 * neither has both from the server. Parts are `mats` (players with their fields and zones), `row` (cards side by side),
 * `track` (positions) and `line` (a sentence).
 */

const layouts = new WeakMap();

export function layoutOf({ book }) {
  if (!layouts.has(book)) {
    const { table = {}, sections } = book.board;
    const parts = table.parts ? whole(table.parts) : whole(sections).map(part);
    layouts.set(book, { ...table, parts });
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
