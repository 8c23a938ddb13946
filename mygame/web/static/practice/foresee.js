/**
 * What an option would do, told before it is taken (`rules/playing/preview.py`): each is tried on copies of the match in which all that
 * its seat cannot see is dealt anew. What is not the same in several deals is not told; what differs between low and high dice is told
 * as possible. Begin with `Foreseer.foretell`.
 */

import { CODE, Failed, NONE } from "./machine.js";

const WORK = 20_000; // things that one try goes through
const WIDTH = 24; // options of a choice on the way; with more of them nothing is told
const LEAVES = 60; // outcomes of one option in one deal
const TURNS = 60; // answers of others on the way to one outcome
const DEALS = [1, 2, 3, 4]; // seeds
const MAX_FAILURES = 20;
const PATIENCE = 150; // ms for all options of a question; what takes longer is not told
const [LOW, HIGH] = [1, 2];
const TRIED = 2; // of a match that tells what happens in it
const UNHEARD = { low: 0, high: 0 };
const DICE_BYTES = 4 * (624 + 2);

/** There is too much to try. */
class Unknown extends Error {}

export class Foreseer {
  constructor(match) {
    const { machine } = match;
    Object.assign(this, { match, machine, call: machine.call, plan: machine.plan, deals: [], levels: [], until: 0, patience: PATIENCE });
    this.watchAt = this.call.watch.value;
    this.counts = new Set(this.plan.preview.filter(([, , amount]) => amount >= 0).map(([, name]) => name));
    this.names = [...new Set(this.plan.preview.map(([, name]) => name))];
    this.taking = new Map(this.plan.taking.map(([code, ...points]) => [code, new Set(points)]));
    this.sorts = this.plan.options.map((name) => name.split("_")[0]);
    this.dice = machine.reserve(DICE_BYTES);
    this.layWatched();
  }

  layWatched() {
    const { machine, plan } = this;
    const { Watch, WatchedEvent } = plan.structures;
    plan.preview.forEach(([key, , amount, by], place) => {
      const at = this.watchAt + Watch.watched + WatchedEvent.bytes * place;
      machine.setWord(at + WatchedEvent.key, key);
      machine.setInt(at + WatchedEvent.amount, amount);
      machine.setInt(at + WatchedEvent.by, by);
    });
    this.set("watched_count", plan.preview.length);
    machine.setWord(this.watchAt + Watch.work, WORK);
  }

  set(name, value) {
    this.machine.setInt(this.watchAt + this.plan.structures.Watch[name], value);
  }

  get(name) {
    return this.machine.int(this.watchAt + this.plan.structures.Watch[name]);
  }

  /** For each option of what a seat is asked, what it would do: {facts, leads}, as `docs/protocol.md` has them without ids. */
  foretell(seat) {
    const choice = this.match.choices.find((each) => each.seat === seat);
    if (!choice) return [];
    const nothing = choice.options.map(() => ({ facts: [], leads: [] }));
    if (!this.plan.preview.length || choice.minimum !== 1 || choice.maximum !== 1 || choice.together || this.isOthersCard(seat)) return nothing;
    Object.assign(this, { seat, until: performance.now() + this.patience, muted: [], depth: this.flowDepth(), dealt: 0 });
    this.set("player", seat + 1);
    this.set("place", this.depth - 1);
    return choice.options.map((option, pick) => this.tryOption(option, pick));
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
    const { match, call, seat } = this;
    return !match.isCard(entity) || !call.is_hidden(seat, match.cell(entity + 1));
  }

  /** The match as the seat may think it is. */
  deal(number) {
    if (number >= this.dealt) {
      const { machine, call, match } = this;
      const deal = (this.deals[number] ??= match.another());
      machine.setWord(call.scratch.value, DEALS[number]);
      call.seed_dice(this.dice, call.scratch.value, 1);
      machine.attempt(() => call.redeal(deal.address, match.address, this.seat, this.dice));
      deal.setHead("traced", TRIED);
      deal.leaveOut(this.muted, this.seat);
      this.dealt = number + 1;
    }
    return this.deals[number];
  }

  tryOption([kind, entity], pick) {
    const about = ["card", "player"].includes(this.sorts[kind]) ? entity : 0;
    if (!this.sees(about)) return { facts: [], leads: [] };
    for (let failures = 0; failures < MAX_FAILURES; failures++) {
      this.leads = null;
      try {
        const facts = this.combineDeals(pick, about);
        return { facts, leads: this.leads ?? [] };
      } catch (error) {
        if (error instanceof Unknown || error.spent) break;
        if (!(error instanceof Failed)) throw error;
        const { part } = error;
        if (part?.kind !== CODE || this.muted.some(({ index }) => index === part.index)) return { facts: [], leads: [] };
        this.muted.push(part);
        for (const deal of this.deals.slice(0, this.dealt)) deal.leaveOut(this.muted, this.seat);
      }
    }
    return { facts: [], leads: this.leads ?? [] };
  }

  /** What all deals agree in, and what chance adds to it. */
  combineDeals(pick, entity) {
    const first = this.tryInDeal(pick, entity, 0, LOW);
    const known = new Map([[LOW, first]]);
    if (this.chance) known.set(HIGH, this.tryInDeal(pick, entity, 0, HIGH));
    const agreed = new Map([...known.values()].flatMap((ranges) => [...ranges]));
    const same = (one = UNHEARD, other = UNHEARD) => one.low === other.low && one.high === other.high;
    for (let deal = 1; deal < DEALS.length && (agreed.size || this.leads?.length); deal++)
      for (const [luck, ranges] of known) {
        const found = this.tryInDeal(pick, entity, deal, luck);
        for (const key of [...agreed.keys()]) if (!same(found.get(key), ranges.get(key))) agreed.delete(key);
      }
    const high = known.get(HIGH) ?? first;
    const facts = [...agreed].map(([key, { name, to }]) => this.factOf(name, to, first.get(key), high.get(key)));
    return facts.sort((one, other) => (one.fact < other.fact ? -1 : one.fact > other.fact ? 1 : one.entity - other.entity));
  }

  /** What is told of a fact: its range with low dice, and with high ones. */
  factOf(fact, entity, one = UNHEARD, other = UNHEARD) {
    const [low, high] = [Math.min(one.low, other.low), Math.max(one.high, other.high)];
    const differs = one.low !== other.low || one.high !== other.high;
    const how = this.counts.has(fact) ? "amount" : low ? "sure" : differs ? "may" : "can";
    return { fact, entity, how, low, high };
  }

  /** What comes of an option in one deal: by fact and to whom, {name, to, low, high}. */
  tryInDeal(pick, entity, deal, luck) {
    Object.assign(this, { leaves: [], chance: false, luck, pool: null });
    this.set("luck", luck);
    this.machine.setWord(this.watchAt + this.plan.structures.Watch.pool, NONE);
    const trial = this.trialAt(0);
    trial.standAs(this.deal(deal));
    this.tryAnswer(0, [pick], new Map());
    return this.rangesOf(this.leaves, entity);
  }

  trialAt(level) {
    return (this.levels[level] ??= this.match.another());
  }

  /** Try an answer of the seat in the trial of a level, and all that it may answer afterwards. */
  tryAnswer(level, picks, tally) {
    if (this.leaves.length >= LEAVES || performance.now() > this.until) throw new Unknown("too much to try");
    const trial = this.trialAt(level);
    const random = this.machine.word(trial.address + trial.at.random);
    this.set("left", 0);
    const choice = this.answerIn(trial, this.seat, picks, tally) ? null : this.runToChoice(trial, tally);
    this.chance ||= this.machine.word(trial.address + trial.at.random) !== random;
    if (!choice) {
      this.leaves.push(tally);
      return;
    }
    const [last, ...others] = answersToTry(choice).reverse();
    for (const answer of others.reverse()) {
      this.trialAt(level + 1).standAs(trial);
      this.tryAnswer(level + 1, answer, new Map(tally));
    }
    this.tryAnswer(level, last, tally);
  }

  /** Whether the action is over with this answer. */
  answerIn(trial, seat, picks, tally) {
    this.set("heard_count", 0);
    trial.answer(seat, picks);
    this.addHeard(tally);
    this.noteLeads(trial);
    return trial.over || this.get("left") === 1;
  }

  addHeard(tally) {
    const { machine, plan } = this;
    const { Watch, Heard } = plan.structures;
    for (let place = 0; place < this.get("heard_count"); place++) {
      const at = this.watchAt + Watch.heard + Heard.bytes * place;
      const [, name] = plan.preview[machine.int(at + Heard.watched)];
      const [to, amount] = [Heard.subject, Heard.amount].map((part) => Number(machine.word(at + part)));
      const key = `${name} ${to}`;
      tally.set(key, { name, to, amount: this.counts.has(name) ? (tally.get(key)?.amount ?? 0) + amount : 1 });
    }
  }

  /** What the option asks first, as far as the seat sees it and it is the same in all deals. */
  noteLeads(trial) {
    if (this.pool) return;
    const found = this.machine.value(this.machine.word(this.watchAt + this.plan.structures.Watch.pool), trial.heapAt);
    if (!found) return;
    this.pool = found;
    const seen = found.filter((each) => this.sees(each));
    this.leads = this.leads?.filter((each) => seen.includes(each)) ?? seen;
  }

  /** Run to the next choice of the seat in this action; null where the action is over. */
  runToChoice(trial, tally) {
    for (let turn = 0; turn < TURNS; turn++) {
      const [choice] = trial.choices;
      const mine = choice.seat === this.seat;
      const acts = trial.frames.slice(this.depth).some(({ code }) => this.machine.isOfCard(code));
      if (!acts && (choice.words >= 0 || !mine)) return null; // the flow offers its next menu, or asks the next player
      if (mine) return choice;
      this.chance = true;
      const picks = this.luck !== LOW && choice.maximum === 1 ? [choice.options.length - 1] : choice.preset;
      if (this.answerIn(trial, choice.seat, picks, tally)) return null;
    }
    throw new Unknown("too many answers of others");
  }

  /**
   * The outcomes of an option: amounts for the option's own entity, or for whatever it is that gets any; what happens or does not, for
   * each to whom it may happen.
   */
  rangesOf(leaves, entity) {
    const ranges = new Map();
    const note = (name, to, values) => ranges.set(`${name} ${to}`, { name, to, low: Math.min(...values), high: Math.max(...values) });
    for (const name of this.names) {
      const heard = leaves.map((leaf) => [...leaf.values()].filter((each) => each.name === name && this.sees(each.to)));
      const about = new Set(heard.flat().map(({ to }) => to));
      const counted = this.counts.has(name);
      if (counted && about.size && !about.has(entity)) {
        note(name, 0, heard.flat().map(({ amount }) => amount));
        continue;
      }
      for (const to of about)
        if (!counted || to === entity) note(name, to, leaves.map((leaf) => leaf.get(`${name} ${to}`)?.amount ?? 0));
    }
    return ranges;
  }
}

/** The answers to try: each option; of several the default, the fewest and the most. */
function answersToTry({ options, minimum, maximum, preset }) {
  if (options.length > WIDTH) throw new Unknown("too many options");
  if (maximum === 1) return [...(minimum === 0 ? [[]] : []), ...options.map((_, place) => [place])];
  const upTo = (count) => Array.from({ length: count }, (_, place) => place);
  return [...new Map([preset, upTo(minimum), upTo(maximum)].map((picks) => [String(picks), picks])).values()];
}
