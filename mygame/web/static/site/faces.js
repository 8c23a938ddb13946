/* Draws the faces of cards on pages that tell them in words: wherever something says `data-face`, as
   soon as one comes to it. What is drawn is told beside it, so it is hidden from who listens. */
import { render } from "../vendor/lit-html/lit-html.js";
import { cardFace } from "../table/card.js";

const { book: address } = document.querySelector("[data-book]").dataset;
const NOWHERE = { match: {}, players: [], zones: {}, you: null, waiting: [] };

try {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  draw(await answer.json());
} catch {
  document.documentElement.classList.add("faceless"); // what is told in words is shown instead
}

function draw(book) {
  const ctx = { view: NOWHERE, book, names: [], told: {}, does: {} };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        const { face: id, size } = target.dataset;
        if (id in book.cards) render(cardFace({ id }, ctx, { size }), target);
      }
    },
    { rootMargin: "300px" },
  );
  document.documentElement.classList.add("faced");
  const look = () => document.querySelectorAll("[data-face]:empty").forEach((place) => near.observe(place));
  document.addEventListener("faces", look); // more of them have come
  look();
}
