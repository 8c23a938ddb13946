/* The deck builder without loading the page for each card. Every button works without this module, as
   a form; here its answer comes as data, the deck is drawn anew where it stands, cards are found while
   one writes, clicked and walked by keys, and can be dragged: into the deck, out of it, and to another
   place where the order is the player's. */

const deck = document.getElementById("deck");
const form = document.getElementById("change");
const trouble = document.getElementById("trouble");
const QUIETLY = new Set(["add", "remove", "take", "move", "undo"]);
const found = () => document.getElementById("found");

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  const written = event.target.id === "written";
  if (!written && !(event.target === form && QUIETLY.has(button?.name))) return;
  event.preventDefault();
  if (written) send("write", document.getElementById("write").value, null);
  else send(button.name, button.value, button);
});

/** Ask for one change; where that cannot be done quietly, the page is loaded anew. */
async function send(name, value, button) {
  const body = new URLSearchParams(new FormData(form));
  body.set(name, value);
  const place = placeOf(button);
  let answer;
  try {
    const response = await fetch(location.href, { method: "POST", body, headers: { Accept: "application/json" } });
    answer = await response.json();
  } catch {
    location.reload();
    return;
  }
  trouble.hidden = !answer.error;
  trouble.textContent = answer.error ?? "";
  if (answer.error) return;
  const open = [...deck.querySelectorAll("details[open]")].map(({ className }) => className);
  deck.innerHTML = answer.html;
  for (const each of deck.querySelectorAll("details")) each.open = open.includes(each.className);
  if (answer.anew) await choose(location.search);
  else count(answer.held);
  focusAt(place);
}

/** How many of each card the deck has, told beside the cards one can choose. */
function count(held) {
  for (const tile of document.querySelectorAll(".tile[data-card]")) {
    const number = held[tile.dataset.card] ?? 0;
    const [less, more] = tile.querySelectorAll("button");
    tile.querySelector(".held").textContent = number;
    [less.disabled, more.disabled] = [!number, number >= Number(tile.dataset.limit)];
    tile.toggleAttribute("data-held", number > 0);
    tile.toggleAttribute("data-full", more.disabled);
  }
}

/** Where a button of the deck stands, so that the keyboard finds itself there again. */
function placeOf(button) {
  const row = button && deck.contains(button) ? button.closest("li") : null;
  if (!row) return null;
  const part = row.closest("[data-part]").dataset.part;
  const moved = button.name === "move" ? Number(button.value.split("-")[1]) - Number(row.dataset.number) : 0;
  const index = [...row.parentElement.children].indexOf(row) + moved;
  return { part, index, name: button.name, label: button.textContent };
}

function focusAt(place) {
  if (!place) return;
  const rows = deck.querySelectorAll(`[data-part="${place.part}"] li`);
  const row = rows[Math.min(place.index, rows.length - 1)];
  const buttons = [...(row?.querySelectorAll("button:not(:disabled)") ?? [])];
  const same = buttons.find((each) => each.name === place.name && each.textContent === place.label);
  (same ?? buttons[0] ?? deck.querySelector("button"))?.focus();
}

/* What one looks for: found while one writes and chooses, without another page. */
const search = document.querySelector(".builder form[role=search]");
let waits = 0;
let asked = 0;

async function choose(query) {
  const turn = (asked += 1);
  const answer = await fetch(location.pathname + query);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const anew = page.getElementById("found");
  if (!answer.ok || !anew || turn !== asked) return;
  found().replaceWith(anew);
  form.elements.query.value = page.getElementById("change").elements.query.value;
  history.replaceState(null, "", location.pathname + query);
  document.getElementById("counted").textContent = anew.querySelector("p").textContent;
  document.dispatchEvent(new Event("faces"));
}

function look() {
  const wanted = [...new FormData(search)].filter(([, value]) => value);
  choose(wanted.length ? `?${new URLSearchParams(wanted)}` : "");
}

search.addEventListener("input", () => {
  clearTimeout(waits);
  waits = setTimeout(look, 250);
});
search.addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});

/* A click on a card puts it in; keys do all of it. */
document.addEventListener("click", ({ target }) => {
  const tile = target.closest?.(".pool .face")?.closest("[data-card]");
  if (tile && !tile.querySelector("button[name=add]").disabled) send("add", tile.dataset.card, null);
});

const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: Infinity, ArrowUp: -Infinity };

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (target.closest("input, select, textarea") || altKey) return;
  if ((key === "z" && (ctrlKey || metaKey)) || (key === "u" && !ctrlKey && !metaKey)) {
    event.preventDefault();
    deck.querySelector("button[name=undo]:not(:disabled)")?.click();
  } else if (key === "/" && !ctrlKey) {
    event.preventDefault();
    search.elements.q.focus();
  } else walk(event, target.closest(".pool [data-card]"));
});

/** From card to card, and of one more or less. */
function walk(event, tile) {
  const { key } = event;
  if (!tile) return;
  if (key === "+" || key === "=") tile.querySelector("button[name=add]:not(:disabled)")?.click();
  else if (key === "-") tile.querySelector("button[name=remove]:not(:disabled)")?.click();
  else if (key in STEPS) {
    event.preventDefault();
    const tiles = [...tile.parentElement.children];
    const wide = tiles.findIndex(({ offsetTop }) => offsetTop !== tiles[0].offsetTop);
    const step = Number.isFinite(STEPS[key]) ? STEPS[key] : Math.sign(STEPS[key]) * Math.max(1, wide);
    const next = tiles[tiles.indexOf(tile) + step];
    (next?.querySelector("button[name=add]:not(:disabled)") ?? next?.querySelector("button:not(:disabled)"))?.focus();
  }
}

/* Dragging: into the deck, to another place in it, and out of it. */
let dragged = null;

document.addEventListener("dragstart", (event) => {
  const from = event.target.closest?.("[data-card]");
  if (!from) return;
  const own = deck.contains(from);
  const ordered = own && from.closest("[data-ordered]") !== null;
  dragged = { card: from.dataset.card, number: ordered ? Number(from.dataset.number) : 0, own };
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", from.dataset.card);
});

document.addEventListener("dragend", () => {
  dragged = null;
  deck.classList.remove("over");
});

document.addEventListener("dragover", (event) => {
  if (!dragged) return;
  const over = deck.contains(event.target);
  deck.classList.toggle("over", over);
  if (over || dragged.own) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  if (!dragged) return;
  event.preventDefault();
  const { card, number, own } = dragged;
  if (!deck.contains(event.target)) {
    if (own) send(number ? "take" : "remove", number ? String(number) : card, null);
    return;
  }
  const onto = Number(event.target.closest("[data-ordered] li")?.dataset.number ?? 0);
  if (!own) send("add", card, null);
  else if (number && onto && onto !== number) send("move", `${number}-${onto}`, null);
});
