/**
 * A trial of bots that goes on (`[data-trial]`, the address that tells how far it is): its progress, how
 * strong the card is as far as they have played, and at the end what came of it, as the page itself would
 * show it now. Without script one loads it again.
 */
const PAUSE = 2000; // ms between two questions
const PATIENCE = 30; // answers in a row that may fail

async function follow(place) {
  const bar = place.querySelector("progress");
  const status = place.querySelector("[role=status]");
  for (let failed = 0; failed < PATIENCE; ) {
    await new Promise((later) => setTimeout(later, PAUSE));
    const told = await json(place.dataset.trial);
    failed = told ? 0 : failed + 1;
    if (!told) continue;
    if (!told.running) return replace(place);
    bar.max = told.total;
    bar.value = told.done;
    const strength = document.getElementById("strength");
    if (strength && strength.textContent !== told.strength) strength.textContent = told.strength;
    status.textContent = place.dataset.told.replace(/\{(\w+)\}/g, (hole, name) => told[name] ?? hole);
  }
}

async function json(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Put what the page says now in the place of what it said. */
async function replace(place) {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById(place.id);
  if (!answer.ok || !found) return;
  const [strength, known] = [page, document].map((each) => each.getElementById("strength"));
  if (strength) known?.replaceWith(strength);
  place.replaceWith(found);
  if (found.dataset.trial) return follow(found);
  found.tabIndex = -1;
  found.setAttribute("role", "status");
}

for (const place of document.querySelectorAll("[data-trial]")) follow(place);
