/* The deck builder without loading the page for each card. Every button works without this module, as
   a form; here its answer comes as data, the deck is drawn anew where it stands, and cards can be
   dragged: into the deck, out of it, and to another place where the order is the player's. */

const deck = document.getElementById("deck");
const form = document.getElementById("change");
const trouble = document.getElementById("trouble");
const QUIETLY = new Set(["add", "remove", "take", "move"]);

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || !QUIETLY.has(button.name)) return;
  event.preventDefault();
  send(button.name, button.value, button);
});

/** Ask for one change; where that cannot be done quietly, the form does it. */
async function send(name, value, button) {
  const body = new URLSearchParams(new FormData(form));
  body.set(name, value);
  const place = placeOf(button);
  let answer;
  try {
    const response = await fetch(form.action || location.href, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
    });
    answer = await response.json();
  } catch {
    location.reload();
    return;
  }
  trouble.hidden = !answer.error;
  trouble.textContent = answer.error ?? "";
  if (answer.error) return;
  if (answer.anew) {
    location.reload();
    return;
  }
  deck.innerHTML = answer.html;
  count(answer.held);
  focusAt(place);
}

/** How many of each card the deck has, told beside the cards one can choose. */
function count(held) {
  for (const tile of document.querySelectorAll(".tile[data-card]")) {
    const number = held[tile.dataset.card] ?? 0;
    tile.querySelector(".held").textContent = number;
    tile.querySelector("button").disabled = number >= Number(tile.dataset.limit);
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
