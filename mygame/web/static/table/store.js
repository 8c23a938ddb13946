/**
 * What the page knows: the lobby, and the match at one table as this reader may see it.
 *
 * Messages of the game (`docs/protocol.md`) go in by `hear`; who draws asks `view()`, `prompt()` and
 * the plain fields. A difference which does not lead on from what is known is not applied: the store
 * asks for everything once more. Nothing here touches the page, so a replay uses it too.
 */

import { patched } from "./patch.js";

const NOTES = 200; // lines kept of the console

export class Store {
  constructor(again = () => {}) {
    this.askAgain = again;
    this.link = "opening";
    this.signedIn = false;
    this.lobby = null;
    this.notes = []; // what the game has said in text: {text, kind}
    this.hint = null;
    this.error = null;
    this.ended = null; // how a game without a table has ended, until somebody has read it
    this.forget();
  }

  /** No table any more. */
  forget() {
    this.table = null; // {table, pack, names, you, told, clock, watchers, number}
    this.shared = null; // PUBLIC
    this.own = null; // PRIVATE
    this.ownNumber = null;
    this.prompts = [];
    this.log = [];
    this.fresh = []; // lines of it since one was asked last, up to now or to what one is asked now
    this.missed = false;
    this.stale = false; // whether the connection was lost, and how the match stands has not come since
    this.over = null;
    this.orders = []; // what is always answered, as sentences
    this.picked = [];
    this.consent = null; // what one is asked to agree to: {text, until}
    this.sandbox = null; // what a sandbox has beside its match
  }

  /** Something has been missed: until everything comes once more, differences lead nowhere. */
  again() {
    if (!this.missed) this.askAgain();
    this.missed = true;
  }

  /** A message of the game; whether it was one that the store knows. */
  hear(name, said) {
    const known = HEARD[name];
    known?.(this, said);
    return Boolean(known);
  }

  /** The match as this reader sees it: the public part with the own one laid over it. */
  view() {
    const { shared, own } = this;
    if (!shared) return null;
    if (this.seen?.shared !== shared || this.seen?.own !== own) {
      this.seen = { shared, own, view: { ...composed(shared, own), you: this.table.you } };
    }
    return this.seen.view;
  }

  /** The first thing that one is asked now, with the number that an answer names; or null. */
  prompt() {
    return this.prompts[0] ?? null;
  }
}

function composed(shared, own) {
  if (!own) return shared;
  const players = shared.players.map((player) => {
    const { seat, fields, zones } = player;
    if (seat === own.you) return { ...player, fields: { ...fields, ...own.fields }, zones: { ...zones, ...own.zones } };
    return own.between ? { ...player, fields: { ...fields, ...own.between[seat] } } : player;
  });
  return { ...shared, players };
}

const HEARD = {
  chrono_table(store, said) {
    const { public: part, since, ...table } = said;
    const same = store.table?.table === table.table && store.table?.number === since;
    if (since !== null && !same) return store.again();
    if (since === null && store.table?.table !== table.table) store.forget();
    if (since === null) Object.assign(store, { over: null, ended: null, missed: false, orders: [] });
    store.shared = since === null ? part : patched(store.shared, part);
    const { clock } = table;
    const asked = String(store.shared?.waiting);
    if (asked !== store.waitsFor) Object.assign(store, { waitsFor: asked, since: Date.now() });
    store.table = { ...table, clock: clock && { ...clock, until: Date.now() + (clock.left + clock.bank) * 1000 } };
  },
  chrono_hand(store, said) {
    const { private: part, since, number } = said;
    if (since !== null && part !== null && store.ownNumber !== since) return store.again();
    store.own = since === null || part === null ? part : patched(store.own, part);
    store.ownNumber = number;
    store.ownTold = said.told ?? {};
  },
  chrono_prompt(store, { prompts, number }) {
    store.asked ||= prompts.length > 0;
    store.prompts = prompts.map((prompt) => ({ ...prompt, number, heard: Date.now() }));
    store.picked = [];
    store.hint = null;
    store.stale = false;
  },
  chrono_orders(store, { orders }) {
    store.orders = orders;
  },
  chrono_asked(store, { about, text, left }) {
    if (about === "undo") store.consent = text ? { text, until: Date.now() + left * 1000 } : null;
  },
  chrono_foretold(store, { number, options }) {
    const [prompt, ...others] = store.prompts;
    if (!prompt || prompt.number !== number) return;
    const told = prompt.options.map((option, index) => ({ ...option, ...options[index] }));
    store.prompts = [{ ...prompt, options: told }, ...others];
  },
  chrono_log(store, { start, lines }) {
    if (store.asked) store.fresh = [];
    store.asked = false;
    store.fresh = [...store.fresh.filter((line) => line.number < start), ...lines];
    store.log = [...store.log.filter((line) => line.number < start), ...lines];
  },
  chrono_over(store, said) {
    store.over = store.over?.match === said.match ? { ...said, ending: store.over.ending } : said;
    Object.assign(store, { consent: null, prompts: [] });
    if (!said.table) store.ended = said.ending ? said : null;
  },
  chrono_summary(store, said) {
    if (store.over?.match === said.match) store.over = { ...store.over, ending: said.ending };
    if (store.ended?.match === said.match) store.ended = { ...store.ended, ending: said.ending };
  },
  chrono_lobby(store, said) {
    store.lobby = said;
    store.signedIn = Boolean(said.you);
    if (said.you) store.stale = false;
    if (said.where === "hall" || (store.sandbox && said.where !== "sandbox")) store.forget();
  },
  chrono_sandbox(store, said) {
    const { beginnings, zones } = store.sandbox ?? {};
    store.sandbox = { ...said, beginnings: said.beginnings ?? beginnings ?? [], zones: said.zones ?? zones ?? [] };
  },
  chrono_hint(store, said) {
    store.hint = said;
  },
  chrono_error(store, said) {
    store.error = said;
    store.picked = [];
  },
  logged_in(store) {
    store.signedIn = true;
  },
  text(store, said) {
    store.notes = [...store.notes.slice(1 - NOTES), said];
  },
};
