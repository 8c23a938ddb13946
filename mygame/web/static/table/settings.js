/** What a visitor has chosen for this browser: movement, keys, the console. */

import { html } from "../vendor/lit-html/lit-html.js";
import { pushPanel } from "./push.js";
import { page, say } from "./words.js";

const KEPT = "chrono";
const LANGUAGES = { zh: "简体中文", "zh-hant": "繁體中文", en: "English" };
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

  get motion() {
    return !calm.matches && this.chosen.motion !== false;
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
    const others = Object.entries(LANGUAGES).filter(([language]) => language !== page.language);
    return html`<details class="settings"><summary>${say("settings.title")}</summary>
      <div>${box("motion", this.motion)}${box("keys", this.keys)}${box("console", this.console)}
        ${others.map(([language, name]) => html`<a href=${`?lang=${language}`} hreflang=${language} lang=${language}>${name}</a> `)}
        ${pushPanel(draw)}
      </div></details>`;
  }
}
