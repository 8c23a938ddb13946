/**
 * Positions on a track, for any game that has them: a part with `"draw": "track"` (docs/table.md).
 *
 * Players stand at a `cell` of a `lap` (fields of theirs), or so far from the goal as `left` says. A `circle` is a wheel that is read like a clock and winds inwards lap by
 * lap, towards the goal in its middle; a `line` has a row for each lap; where there is only room for a strip, both are one, of the
 * cells around the players (wheel.js draws them). Beside it stands who leads and how far the others are behind, in words. A player
 * is a shape, a number and a colour, each alone enough. Who listens hears where everybody stands.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { sign } from "./art.js";
import { fill, isChinese, playerRow } from "./fill.js";
import { piece } from "./piece.js";
import { line, ROMAN, strip, wheel } from "./wheel.js";
import { say } from "./words.js";

const MOST = { laps: 12, cells: 60 };

/** The whole part. */
export function track(part, ctx) {
  const shape = measured(part, ctx);
  const players = ctx.view.players.map((player) => standing(player, part, shape, ctx));
  const known = { part, shape, players, ctx, marks: marksOf(part, shape, ctx), label: spoken(part, players, shape, ctx) };
  const draw = part.shape === "line" ? line : wheel;
  return html`<figure class="track" data-shape=${part.shape ?? "circle"}>
    <div class="laid">${draw(known)}${strip(known)}${standings(known)}${legend(known)}</div>
  </figure>`;
}

/** How many laps and cells there are, and what a cell is called; `goal` is the lap with which it is over. */
function measured(part, ctx) {
  const number = (template) => parseInt(fill(String(template ?? ""), {}, ctx), 10) || 0;
  const goal = number(part.goal);
  const laps = number(part.laps) || goal - 1 || 1;
  const [rounds, cells] = [Math.max(1, Math.min(laps, MOST.laps)), Math.max(1, Math.min(number(part.cells) || 12, MOST.cells))];
  const name = part.left ? (index) => rounds * cells - index : (index) => ROMAN[(index % cells) + 1] ?? (index % cells) + 1;
  return { goal: part.left ? rounds + 1 : goal, laps: rounds, cells, name, wound: !part.left };
}

/** A player with the place on the way, counted from 0; the goal is behind the last cell. */
function standing(player, part, { goal, laps, cells }, ctx) {
  const row = playerRow(player, ctx);
  if (part.left) {
    const left = Math.min(laps * cells, parseInt(fill(part.left, row, ctx), 10) || 0);
    return { ...row, isHome: !left, at: laps * cells - left, told: { left } };
  }
  const lap = Number(part.lap ? row[part.lap] : 1) || 1;
  const cell = Number(row[part.cell]) || 1;
  const isHome = Boolean(goal) && lap >= goal;
  const at = (Math.min(lap, laps) - 1) * cells + Math.min(Math.max(cell, 1), cells) - 1;
  return { ...row, isHome, at: isHome ? laps * cells : at, told: { lap, cell } };
}

/** What is at each cell: {text, glyph} or null, the first cell first. */
function marksOf(part, { cells }, ctx) {
  return Array.from({ length: cells }, (_, index) => {
    const mark = part.marks?.[index + 1];
    if (!mark) return null;
    return typeof mark === "string" ? { text: fill(mark, {}, ctx) } : { ...mark, text: fill(mark.text ?? "", {}, ctx) };
  });
}

// -- in words

/** Players, who is furthest first, each with how far behind whom. */
function ranked(players, { goal, laps, cells }) {
  const rows = [...players].sort((one, other) => other.at - one.at);
  return rows.map((player, index) => ({ player, gap: gapOf(player, rows.slice(0, index), rows, goal ? laps * cells : 0) }));
}

const counted = (key, count, name = "") => say(`track.${key}.${count === 1 ? "one" : "many"}`, { count, name });

/** How a player stands to whoever is before them; who is first, to the goal, if there is one. */
function gapOf(player, before, [, second], end) {
  if (player.isHome) return say("track.home");
  const ahead = before.at(-1);
  if (ahead) return ahead.at === player.at ? say("track.level", { name: ahead.name }) : counted("behind", ahead.at - player.at, ahead.name);
  const left = end ? counted("left", end - player.at) : "";
  if (!second || second.at === player.at) return left;
  return left ? say("track.lead", { left }) : say("track.leads");
}

function standings({ players, shape, part }) {
  const place = ({ told }) => told.left ?? [part.lap && told.lap, told.cell].filter(Boolean).map((each) => ROMAN[each] ?? each).join("-");
  return html`<ol class="standings" aria-hidden="true">${ranked(players, shape).map(({ player, gap }) => html`<li ?data-me=${player.me}>
    ${piece(player.seat)}<b>${player.name}</b><span class="where">${player.isHome ? "★" : place(player)}</span><span class="gap">${gap}</span></li>`)}</ol>`;
}

/** Where everybody stands, in sentences, who is furthest first. */
function spoken(part, players, shape, ctx) {
  const zh = isChinese(ctx.book);
  const word = (field) => ctx.book.words?.field?.[field] ?? field;
  const marks = marksOf(part, shape, ctx);
  const place = ({ told, isHome }) => {
    if (part.left) return told.left;
    const names = [part.lap && [word(part.lap), told.lap], [word(part.cell), told.cell]].filter(Boolean);
    const mark = isHome ? null : marks[told.cell - 1];
    const where = names.map((each) => each.join(zh ? "" : " ")).join(zh ? "，" : ", ");
    return mark ? where + (zh ? `（${mark.text}）` : ` (${mark.text})`) : where;
  };
  const title = part.title ? fill(part.title, {}, ctx) + (zh ? "：" : ": ") : "";
  const told = ranked(players, shape).map(({ player, gap }) => `${player.name}${zh ? "：" : ": "}${place(player)}${zh ? "，" : ", "}${gap}`);
  return title + told.join(zh ? "；" : "; ") + (zh ? "。" : ".");
}

/** What is at cells, each thing once with the cells where it is. */
function legend({ marks }) {
  const found = new Map();
  marks.forEach((mark, index) => {
    if (mark) found.set(mark.text, { ...mark, cells: [...(found.get(mark.text)?.cells ?? []), ROMAN[index + 1] ?? index + 1] });
  });
  if (!found.size) return nothing;
  return html`<ul class="marks">${[...found.values()].map(({ text, glyph, cells }) => html`<li>
    ${glyph ? sign(glyph) : nothing}<span>${text}</span> <small>${cells.join(" ")}</small></li>`)}</ul>`;
}
