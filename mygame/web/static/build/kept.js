/**
 * What somebody has typed and nobody has taken yet, kept in this browser until it is taken or dropped: of each place (a card, a game's new
 * card) any number of texts, since two windows may write at one. Begin with `Kept`.
 */
const MOST = 60; // texts of all places; the oldest go first
const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

export class Kept {
  /** `owner` is who types, `place` what it is for; `changed()` is called when another window has written. */
  constructor(owner, place, changed = () => {}) {
    Object.assign(this, { key: `kept:${owner}`, place, id: null, last: "" });
    const newest = this.all().at(-1);
    if (newest) [this.id, this.last] = [newest.id, newest.text];
    window.addEventListener("storage", (event) => {
      if (event.key !== this.key) return;
      if (this.last && this.read()[this.id]?.text !== this.last && this.elsewhere()) this.put(this.last);
      changed();
    });
  }

  /** What was kept last: what a page begins with. */
  get text() {
    return this.last;
  }

  /** Texts of this place, the oldest first. */
  all() {
    return Object.entries(this.read()).filter(([, each]) => each.place === this.place)
      .map(([id, each]) => ({ id, ...each })).sort((one, other) => one.at - other.at);
  }

  /** Those which are not the one that is typed here. */
  others() {
    return this.all().filter((each) => each.id !== this.id && each.text !== this.last);
  }

  /** Keep what is typed; where another window has gone on with the same text, as one of its own. */
  put(text) {
    const found = this.read();
    if (this.id === null || this.elsewhere()) this.id = fresh();
    if (text.trim()) found[this.id] = { place: this.place, text, at: Date.now() };
    else delete found[this.id];
    this.last = text.trim() ? text : "";
    this.write(found);
  }

  drop(id = this.id) {
    const found = this.read();
    delete found[id];
    if (id === this.id) [this.id, this.last] = [null, ""];
    this.write(found);
  }

  /** What is typed here belongs to another place from now on. */
  move(place) {
    const found = this.read();
    if (found[this.id]) found[this.id].place = place;
    this.place = place;
    this.write(found);
  }

  elsewhere() {
    const now = this.read()[this.id];
    return now !== undefined && now.text !== this.last;
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      return this.memory ?? {};
    }
  }

  write(found) {
    const oldest = Object.entries(found).sort(([, one], [, other]) => one.at - other.at).slice(0, Math.max(0, Object.keys(found).length - MOST));
    for (const [id] of oldest) delete found[id];
    this.memory = found;
    try {
      localStorage.setItem(this.key, JSON.stringify(found));
    } catch {
      // No room, or not allowed: it is kept as long as the page is.
    }
  }
}
