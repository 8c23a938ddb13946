/**
 * Gestures as data: what the table shows, and lets be heard, when a line of the account says that something has happened.
 *
 * `KINDS` says which gesture belongs to lines of which kind (their `message`); a pack says otherwise in `board.table.gestures`
 * (docs/table.md). `GESTURES` says what each is made of: `moves` (moves.js), how `long` it takes and when the `next` may begin, in
 * ms, which `sound` it has (sound.js), and who is who in it: `by`, from whom it comes, and `of`, to whom it happens, are the first
 * of these arguments of the line that there is. `sign` is that of its amount, `tone` the colour of its light, `weight` how much it
 * would be missed where too much happens at once.
 */

const TO = ["target", "targets", "on", "to", "card", "who"];

export const GESTURES = {
  none: { moves: [], long: 0, next: 0, weight: 0 },
  play: { moves: ["fly", "aim"], by: ["who"], of: ["target", "targets", "on", "to"], long: 620, next: 430, sound: "card", weight: 3 },
  attack: { moves: ["lunge"], by: ["card", "cause", "who"], of: ["target", "targets", "on"], long: 420, next: 210, sound: "swing", weight: 3 },
  hit: { moves: ["shake", "number"], by: ["cause", "from", "who"], of: TO, sign: -1, tone: "bad", long: 900, next: 260, sound: "thud", weight: 2 },
  heal: { moves: ["flash", "number"], of: TO, sign: 1, tone: "good", long: 900, next: 260, sound: "bell", weight: 2 },
  gain: { moves: ["number"], of: ["who", "card"], sign: 1, tone: "good", long: 800, next: 150, sound: "coin", weight: 1 },
  lose: { moves: ["number"], of: ["from", "who", "card"], sign: -1, tone: "bad", long: 800, next: 150, weight: 1 },
  block: { moves: ["flash"], of: TO, tone: "shield", long: 500, next: 240, sound: "clink", weight: 1 },
  change: { moves: ["flash"], of: TO, tone: "magic", long: 600, next: 240, sound: "shimmer", weight: 1 },
  defeat: { moves: ["crumble"], of: ["target", "card", "who"], long: 700, next: 380, sound: "crack", weight: 3 },
  draw: { moves: ["fly", "back"], by: ["who"], from: "pile", long: 420, next: 160, sound: "slide", weight: 1 },
  buy: { moves: ["fly"], by: ["who"], long: 520, next: 260, sound: "coin", weight: 2 },
  move: { moves: ["fly"], by: ["who"], long: 420, next: 160, sound: "slide", weight: 1 },
  discard: { moves: ["fly"], by: ["who"], to: "pile", long: 420, next: 160, sound: "slide", weight: 1 },
  step: { moves: ["walk"], of: ["target", "who"], long: 700, next: 520, sound: "tick", weight: 3 },
  turnBack: { moves: ["turn", "walk"], of: ["target", "who"], turns: -2, long: 1100, next: 700, sound: "rewind", weight: 3 },
  shuffle: { moves: ["riffle"], of: ["who"], long: 600, next: 300, sound: "riffle", weight: 1 },
  roll: { moves: ["flash"], of: ["who"], tone: "magic", long: 500, next: 240, sound: "rattle", weight: 1 },
  begin: { moves: ["turn", "banner"], of: ["who"], turns: 0.25, long: 1000, next: 420, sound: "gong", weight: 2 },
};

/** Kinds of lines by their gesture, under the names that games mostly give them. */
const STANDARD = {
  play: "play use cast casts respond activate summon equip place act power recast",
  attack: "attack",
  hit: "damage hit hits hurt loseHp poison",
  heal: "heal recover mend mends rest rests",
  gain: "gain gold coins mana armor",
  lose: "lose pay pays spend",
  block: "block countered immune nullify noDamage noEffect",
  change: "change freeze thaw silence morph buff health speed element copy seal cover",
  defeat: "defeat die dies death slain destroy breaks",
  draw: "draw obtain pick takes finds deal",
  buy: "buy buys",
  move: "move give return reveal flip retrial judge show",
  discard: "discard drop remove",
  step: "step advance push",
  turnBack: "turnBack sendBack reverse",
  shuffle: "shuffle reshuffle",
  roll: "roll",
  begin: "begin round turn",
};

export const KINDS = Object.fromEntries(Object.entries(STANDARD).flatMap(([gesture, kinds]) => kinds.split(" ").map((kind) => [kind, gesture])));

/** The gesture of a line: as the pack says, else the standard one of its kind; cards that are named move at least. */
export function gestureOf({ message, args }, table = {}) {
  const { gestures = {} } = table;
  const said = Object.hasOwn(gestures, message) ? gestures[message] : KINDS[message];
  const own = typeof said === "string" || !said ? { gesture: said } : said;
  const name = Object.hasOwn(GESTURES, own.gesture) ? own.gesture : args.some(({ entity }) => entity) ? "move" : "none";
  const roles = Object.fromEntries(["by", "of", "amount"].filter((role) => own[role]).map((role) => [role, [own[role]].flat()]));
  return { name, amount: ["amount"], ...GESTURES[name], ...roles };
}
