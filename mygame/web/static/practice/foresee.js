/**
 * What an option would do, told before it is taken (`rules/playing/preview.py`): the machine tries each on copies of the match in which
 * all that its seat cannot see is dealt anew (`rules/backends/wasm/trying.py`). What is not the same in several deals is not told; what
 * differs between low and high dice is told as possible. Begin with `Foreseer.foretell`.
 */

import { Failed } from "./machine.js";

const DEALS = [1, 2, 3, 4]; // seeds
const MAX_FAILURES = 20;
const PATIENCE = 150; // ms for all options of a question; what takes longer is not told
const SLICE = 8; // outcomes between two looks at the clock
const [LOW, HIGH] = [1, 2];
const [TRIED_ALL, TRIED_SOME, TOO_MUCH] = [0, 1, 2];
const UNHEARD = { low: 0, high: 0 };
const NOTHING = { facts: [], leads: [] };
const DICE_BYTES = 4 * (624 + 2);

export class Foreseer {
  constructor(match) {
    const { machine } = match;
    Object.assign(this, { match, machine, call: machine.call, plan: machine.plan, until: 0, patience: PATIENCE });
    this.counted = new Map(this.plan.preview.map(([name, counted]) => [name, Boolean(counted)]));
    this.taking = new Map(this.plan.taking.map(([code, ...points]) => [code, new Set(points)]));
    this.sorts = this.plan.options.map((name) => name.split("_")[0]);
    this.dice = machine.reserve(DICE_BYTES);
  }

  /** For each option of what a seat is asked, what it would do: {facts, leads}, as `docs/protocol.md` has them without ids. */
  foretell(seat) {
    const choice = this.match.choices.find((each) => each.seat === seat);
    if (!choice) return [];
    const { minimum, maximum, together, options } = choice;
    if (!this.counted.size || minimum !== 1 || maximum !== 1 || together || this.isOthersCard(seat)) return options.map(() => NOTHING);
    this.match.roomToTry();
    Object.assign(this, { seat, until: performance.now() + this.patience, muted: [], floor: this.flowDepth(), deals: [] });
    return options.map((option, pick) => this.tryOption(option, pick));
  }

  /** Whether a card of somebody else asks. */
  isOthersCard(seat) {
    const acting = this.match.frames.findLast(({ code }) => this.machine.isOfCard(code));
    return acting !== undefined && acting.registers[0] !== seat + 1;
  }

  /** The stack at which the flow asks; a word that returns what was chosen asks for its caller. */
  flowDepth() {
    const { frames } = this.match;
    let depth = frames.length;
    while (depth > 1 && this.taking.get(frames[depth - 2].code)?.has(frames[depth - 2].at)) depth -= 1;
    return depth;
  }

  sees(entity) {
    return this.match.sees(this.seat, entity);
  }

  /** What an option would do; what fails of cards on the way is left out. */
  tryOption([kind, entity], pick) {
    const about = ["card", "player"].includes(this.sorts[kind]) ? entity : 0;
    if (!this.sees(about)) return NOTHING;
    for (let failures = 0; failures < MAX_FAILURES; failures++) {
      try {
        return this.combineDeals(pick, about);
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        const { part } = error;
        if (!part || this.muted.some(({ kind: of, index }) => of === part.kind && index === part.index)) break;
        this.muted.push(part);
        for (const deal of this.deals) deal.leaveOut(this.muted, this.seat);
      }
    }
    return NOTHING;
  }

  /** What all deals agree in, and what chance adds to it. */
  combineDeals(pick, entity) {
    const tryIn = (deal, luck) => {
      const { whole, chance, leads, outcomes, leaves } = this.tryInDeal(pick, deal, luck);
      return { whole, chance, leads: leads.filter((each) => this.sees(each)), ranges: this.rangesOf(outcomes, leaves, entity) };
    };
    const low = tryIn(0, LOW);
    const known = new Map([[LOW, low]]);
    if (low.chance) known.set(HIGH, tryIn(0, HIGH));
    const tried = [...known.values()];
    const agreed = new Map(tried.every(({ whole }) => whole) ? tried.flatMap(({ ranges }) => [...ranges]) : []);
    let { leads } = low;
    for (let deal = 1; deal < DEALS.length; deal++)
      for (const [luck, { ranges }] of known) {
        if (!agreed.size && !(luck === LOW && leads.length)) continue;
        const found = tryIn(deal, luck);
        if (!found.whole) agreed.clear();
        for (const key of [...agreed.keys()]) if (!isSame(found.ranges.get(key), ranges.get(key))) agreed.delete(key);
        if (luck === LOW && String(found.leads) !== String(leads)) leads = [];
      }
    const high = known.get(HIGH) ?? low;
    const facts = [...agreed].map(([key, { name, to }]) => this.factOf(name, to, low.ranges.get(key), high.ranges.get(key)));
    facts.sort((one, other) => (one.fact < other.fact ? -1 : one.fact > other.fact ? 1 : one.entity - other.entity));
    return { facts, leads };
  }

  /** What is told of a fact: its range with low dice, and with high ones. */
  factOf(fact, entity, one = UNHEARD, other = UNHEARD) {
    const [low, high] = [Math.min(one.low, other.low), Math.max(one.high, other.high)];
    const how = this.counted.get(fact) ? "amount" : low ? "sure" : isSame(one, other) ? "can" : "may";
    return { fact, entity, how, low, high };
  }

  /**
   * What comes of an option in one deal: not `whole` where there is too much to try.
   *
   * @throws {Failed} something fails.
   */
  tryInDeal(pick, deal, luck) {
    const { machine, call, seat, floor, until } = this;
    this.makeDeal(deal);
    call.begin_trying(deal, seat, floor, pick, luck);
    let phase = TRIED_SOME;
    try {
      while (phase === TRIED_SOME) phase = performance.now() > until ? TOO_MUCH : machine.attempt(() => call.go_on_trying(SLICE));
    } catch (error) {
      if (!error.spent) throw error;
    }
    return { whole: phase === TRIED_ALL, ...this.readTried() };
  }

  /** The match as the seat may think it is, once for all options. */
  makeDeal(deal) {
    if (this.deals[deal]) return;
    const { machine, call, match, seat } = this;
    machine.setWord(call.scratch.value, DEALS[deal]);
    call.seed_dice(this.dice, call.scratch.value, 1);
    this.deals[deal] = match.another(machine.attempt(() => call.deal_to_try(match.address, seat, deal, this.dice)));
    this.deals[deal].leaveOut(this.muted, seat);
  }

  readTried() {
    const { machine } = this;
    const { Tried, Outcome } = this.plan.structures;
    const start = this.call.option_tried.value;
    const [outcomes, leaves, chance, leads] = ["outcomes", "leaf_count", "by_chance", "lead_count"].map((name) => machine.int(start + Tried[name]));
    const read = (place) => {
      const at = start + Tried.outcome + Outcome.bytes * place;
      const [to, low, high] = ["entity", "low", "high"].map((part) => Number(machine.word(at + Outcome[part])));
      return { name: this.plan.preview[machine.int(at + Outcome.fact)][0], to, low, high, heard: machine.int(at + Outcome.heard) };
    };
    return {
      ...{ leaves, chance: chance > 0, leads: machine.words(start + Tried.lead, leads).map(Number) },
      outcomes: Array.from({ length: outcomes }, (_, place) => read(place)),
    };
  }

  /**
   * The ranges of an option, by fact and to whom: amounts for the option's own entity, or for whatever it is that gets any; what happens
   * or does not, for each to whom it may happen.
   */
  rangesOf(outcomes, leaves, entity) {
    const ranges = new Map();
    const note = (name, to, low, high) => ranges.set(`${name} ${to}`, { name, to, low, high });
    for (const [name, counted] of this.counted) {
      const seen = outcomes.filter((each) => each.name === name && this.sees(each.to));
      if (counted && seen.length && !seen.some(({ to }) => to === entity)) {
        note(name, 0, Math.min(...seen.map(({ low }) => low)), Math.max(...seen.map(({ high }) => high)));
        continue;
      }
      for (const { to, low, high, heard } of seen) {
        if (counted && to !== entity) continue;
        const never = heard === leaves ? [] : [0];
        note(name, to, Math.min(low, ...never), Math.max(high, ...never));
      }
    }
    return ranges;
  }
}

const isSame = (one = UNHEARD, other = UNHEARD) => one.low === other.low && one.high === other.high;
