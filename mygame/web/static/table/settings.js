/** What a visitor has chosen for this browser: movement, sound, keys, the console. */

import { html } from "../vendor/lit-html/lit-html.js";
import { later } from "./later.js";
import { page, say } from "./words.js";

const KEPT = "chrono";
const LANGUAGES = { zh: "简体中文", "zh-hant": "繁體中文", en: "English" };
const SPEEDS = { off: 0, slow: 0.6, normal: 1, quick: 2 };
const VOLUMES = { off: 0, low: 0.25, middle: 0.5, high: 1 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Settings {
  constructor() {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      // a browser that keeps nothing begins anew each time
    }
    this.chosen = kept;
  }

  /** How fast gestures are: one of SPEEDS. */
  get motion() {
    if (calm.matches || this.chosen.motion === false) return "off";
    return Object.hasOwn(SPEEDS, this.chosen.motion) ? this.chosen.motion : "normal";
  }

  get speed() {
    return SPEEDS[this.motion];
  }

  /** How loud sounds are: one of VOLUMES; silent until somebody chooses otherwise. */
  get sound() {
    return Object.hasOwn(VOLUMES, this.chosen.sound) ? this.chosen.sound : "off";
  }

  get loud() {
    return VOLUMES[this.sound];
  }

  /** Silent, or again as loud as it was before. */
  mute() {
    const { sound } = this;
    this.choose("sound", sound === "off" ? this.chosen.louder ?? "middle" : "off");
    if (sound !== "off") this.choose("louder", sound);
  }

  get keys() {
    return this.chosen.keys !== false;
  }

  get console() {
    return this.chosen.console === true;
  }

  choose(name, value) {
    this.chosen[name] = value;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.chosen));
    } catch {
      // the choice holds as long as the page
    }
  }

  panel(draw) {
    const change = (name) => ({ target }) => {
      this.choose(name, target.checked);
      draw();
    };
    const box = (name, on) =>
      html`<label><input type="checkbox" .checked=${on} @change=${change(name)}> ${say(`settings.${name}`)}</label>`;
    const list = (name, values) => html`<label>${say(`settings.${name}`)} <select name=${name} ?disabled=${name === "motion" && calm.matches}
      @change=${({ target }) => this.choose(name, target.value) ?? draw()}>
      ${values.map((each) => html`<option value=${each} .selected=${each === this[name]}>${say(`settings.${name}s.${each}`)}</option>`)}</select></label>`;
    const others = Object.entries(LANGUAGES).filter(([language]) => language !== page.language);
    return html`<details class="settings"><summary>${say("settings.title")}</summary>
      <div>${list("motion", Object.keys(SPEEDS))}${list("sound", Object.keys(VOLUMES))}${box("keys", this.keys)}${box("console", this.console)}
        ${others.map(([language, name]) => html`<a href=${`?lang=${language}`} hreflang=${language} lang=${language}>${name}</a> `)}
        ${later.pushPanel(draw)}
      </div></details>`;
  }
}
