/* Draws the signs of games: wherever something says `data-emblem`, as the backs of their cards have it. */
import { render } from "../vendor/lit-html/lit-html.js";
import { sign } from "../table/art.js";

for (const place of document.querySelectorAll("[data-emblem]")) render(sign(place.dataset.emblem), place);
