/** Tables of staff's pages: each cell is told which column it is of, for windows too narrow for columns; what is cut is whole on hover. */
"use strict";
for (const table of document.querySelectorAll(".results table, .tabular table, #result_list")) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.innerText.trim());
  for (const row of table.tBodies[0]?.rows ?? []) {
    if (heads.length !== row.cells.length) continue;
    [...row.cells].forEach((cell, number) => {
      cell.dataset.label = heads[number];
      if (cell.scrollHeight > cell.clientHeight + 2) cell.title = cell.innerText.trim();
    });
    table.dataset.labelled = "";
  }
}
