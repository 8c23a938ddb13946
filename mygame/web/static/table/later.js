/**
 * Parts of the page that may come after its first question (late.js): they are in a file of their own, so that a question on a slow
 * line need not wait for what is shown behind it. Until they are here they show nothing, and nothing moves.
 */
import { nothing } from "../vendor/lit-html/lit-html.js";

const none = () => nothing;
const still = { before() {}, after() {} };
const silent = { play() {} };

export const later = {
  ...{ backToEnd: none, benchPanel: none, chooser: none, ending: none, hall: none, ownTable: none, pushPanel: none, stepsPanel: none, welcome: none },
  ...{ listenTo() {}, tellWhole() {}, animatorOf: () => still, soundsOf: () => silent },
};

let isHere = false;
let wanted = () => {};

/** Call `done` once they are here. */
export function whenHere(done) {
  wanted = done;
  if (isHere) done();
}

/** They are here. */
export function arrive(parts) {
  Object.assign(later, parts);
  isHere = true;
  wanted();
}

/** Ask for their files, where the page has not done so itself; once. What they show has its look from the beginning. */
export function askFor(files) {
  const { script, sheets } = files;
  if (!script) return;
  files.script = "";
  const begin = () => document.head.append(Object.assign(document.createElement("script"), { type: "module", src: script }));
  Promise.all(sheets.map(addSheet)).then(begin);
}

/** A style sheet for the page; done when it is there, or cannot be had. */
function addSheet(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => (link.onload = link.onerror = done));
}
