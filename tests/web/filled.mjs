// Fills templates as the browser does, for test_fill.py: JSON of {book, moments: [{ctx, rows, templates}]} comes in, texts go out.
import { readFileSync } from "node:fs";

const { fill, playerRow } = await import(process.argv[2]);
const { book, moments } = JSON.parse(readFileSync(0, "utf-8"));
const told = moments.map((moment) => {
  const ctx = { ...moment.ctx, book };
  const rows = moment.rows.map((row) => (row.fields ? playerRow(row, ctx) : row));
  return rows.map((row) => moment.templates.map((template) => fill(template, row, ctx)));
});
process.stdout.write(JSON.stringify(told));
