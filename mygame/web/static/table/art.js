/**
 * Drawings made from a card's data: signs for its symbols, a hue, and a portrait composed of both.
 *
 * Everything is decided by the card's id and facts, so that a card looks the same everywhere and always, and one that was written a
 * minute ago has a face. What a sign is of comes from, in order: `table.glyphs` of the pack's board (by symbol, or by a word of the
 * id), the words that signs picture (glyphs.js), chance by the hash. Colours are classes and `--hue`, `--hue2` (card.css). Begin
 * with `portrait`.
 */
import { svg, nothing } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { GLYPHS } from "./glyphs.js";

const NAMES = Object.keys(GLYPHS);
const BY_WORD = new Map();
for (const [name, { words }] of Object.entries(GLYPHS)) {
  for (const word of [name, ...words.split(" ")]) if (!BY_WORD.has(word)) BY_WORD.set(word, name);
}

/** A number of 32 bits that a text always comes to (FNV-1a). */
export function hash(text) {
  let sum = 0x811c9dc5;
  for (const character of String(text)) sum = Math.imul(sum ^ character.codePointAt(0), 0x01000193) >>> 0;
  return sum;
}

/** Chance that is the same each time: a function that gives numbers below `most` (mulberry32). */
export function chanceOf(text) {
  let state = hash(text);
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

// -- signs

const tableOf = (ctx) => ctx.book.board?.table ?? {};
const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

/** The sign that a word pictures in this pack; undefined for none. */
function wordGlyph(word, ctx) {
  const name = own(tableOf(ctx).glyphs, word) ?? BY_WORD.get(word) ?? BY_WORD.get(word.replace(/e?s$/, ""));
  return own(GLYPHS, name) ? name : undefined;
}

/** The name of the sign of a symbol: of a school, a level, a tribe. */
export const glyphOf = (symbol, ctx) => wordGlyph(String(symbol), ctx) ?? NAMES[hash(symbol) % NAMES.length];

/** What the words of an id picture, what says most first: `archmages_pocket_watch` is a clock, then a hat; anybody comes last. */
function idGlyphs(id, ctx) {
  const words = id.split(".").at(-1).split("_").reverse();
  const found = words.map((word) => wordGlyph(word, ctx)).filter(Boolean);
  return found.sort((one, other) => (one === "person") - (other === "person"));
}

/** The symbols of a card that its face is made of (`faces.<kind>.art.by`), those of nothing left out. */
function symbolsOf(row, face) {
  const given = (face.art?.by ?? []).map((fact) => row[fact]);
  return given.filter((value) => typeof value === "string" && value !== "none");
}

/** The signs of a card: the main one, then others, each once. */
export function glyphsOf(row, face, ctx) {
  const found = [...idGlyphs(row.id ?? "", ctx), ...symbolsOf(row, face).map((symbol) => glyphOf(symbol, ctx))];
  if (!found.length) found.push(glyphOf(row.kind ?? "", ctx));
  return [...new Set(found)];
}

/** A sign as a small drawing, for a badge or a line; it says nothing to who listens. */
export function sign(name, className = "sign") {
  const glyph = own(GLYPHS, name);
  if (!glyph) return nothing;
  return svg`<svg class=${className} viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d=${glyph.d} /></svg>`;
}

/** A sign within another drawing, with its middle at a point. */
export function signIn(name, x, y, scale, className) {
  const glyph = own(GLYPHS, name);
  if (!glyph) return nothing;
  const place = `translate(${x} ${y}) scale(${scale}) translate(-12 -12)`;
  return svg`<path class=${className} fill-rule="evenodd" transform=${place} d=${glyph.d} />`;
}

/**
 * The hues of a card as custom properties: of the symbol that its face names as `tone`; by chance where none has one. Of a card with
 * little colour the picture has some all the same, by chance.
 */
export function hues(row, face, ctx) {
  const { tones = {}, greys = [] } = tableOf(ctx);
  const chance = hash(row.id ?? row.kind);
  const symbol = [row[face.tone], ...symbolsOf(row, face), row.kind].find((each) => own(tones, each) !== undefined);
  const hue = symbol === undefined ? chance % 360 : tones[symbol];
  const isGrey = greys.includes(symbol);
  const [tint, beside] = [isGrey ? chance % 360 : hue, 335 + (chance % 51)];
  const frame = `--hue: ${hue}; --hue2: ${(hue + beside) % 360}; --strength: ${isGrey ? 0.4 : 1}`;
  return `${frame}; --tint: ${tint}; --tint2: ${(tint + beside) % 360}; --vivid: ${isGrey ? 0.75 : 1}`;
}

// -- portraits, on a field of 120 by 120; what stands behind goes on beyond it, for wide faces

const [WEST, EAST] = [-90, 210];
const polar = (radius, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [(60 + radius * Math.sin(angle)).toFixed(1), (60 - radius * Math.cos(angle)).toFixed(1)];
};
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

function rays(chance) {
  const count = 9 + chance(5);
  const turn = chance(40);
  const fans = times(count, (i) => {
    const middle = turn + (i * 360) / count;
    return `M60 60L${polar(190, middle - 90 / count)}L${polar(190, middle + 90 / count)}z`;
  });
  return svg`<path class="far" d=${fans.join("")} />`;
}

const ring = (x, y, radius) => `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0 ${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;

function rings(chance) {
  const [x, y] = [40 + chance(40), 40 + chance(40)];
  return svg`<path class="line" d=${times(11, (i) => ring(x, y, 14 + i * 15)).join("")} />`;
}

function range(chance, base, height, step) {
  let path = `M${WEST} ${base}`;
  for (let x = WEST; x < EAST; x += step) {
    path += `L${x + step / 2} ${base - height / 2 - chance(height)}L${x + step} ${base - chance(height / 4 + 1)}`;
  }
  return `${path}L${EAST + step} 130L${WEST} 130z`;
}

function peaks(chance) {
  return [
    svg`<circle class="far" cx=${25 + chance(70)} cy=${24 + chance(10)} r=${9 + chance(9)} />`,
    svg`<path class="far" d=${range(chance, 78, 40, 34)} />`,
    svg`<path class="near" d=${range(chance, 102, 30, 26)} />`,
  ];
}

function swell(base, length, height) {
  let path = `M${WEST} ${base}`;
  for (let x = WEST; x < EAST; x += length) path += `q${length / 4} ${-height} ${length / 2} 0t${length / 2} 0`;
  return `${path}V130H${WEST}z`;
}

function hills(chance) {
  const [length, height] = [40 + chance(50), 8 + chance(14)];
  return [
    svg`<circle class="far" cx=${20 + chance(80)} cy=${22 + chance(14)} r=${8 + chance(12)} />`,
    svg`<path class="far" d=${swell(66, length, height)} />`,
    svg`<path class="far" d=${swell(84, length * 0.8, height)} />`,
    svg`<path class="near" d=${swell(101, length * 1.2, height)} />`,
  ];
}

/** The sign `sparkle` with its corner at a point. */
function star(x, y, scale) {
  const [, first, rest] = /^M12 1(c)([^z]+)z$/.exec(GLYPHS.sparkle.d);
  const bend = rest.replace(/-?\d*\.?\d+/g, (number) => ` ${(number * scale).toFixed(1)}`);
  return `M${(x + 12 * scale).toFixed(1)} ${(y + scale).toFixed(1)}${first}${bend}z`;
}

function sparks(chance) {
  const stars = times(36, () => star(WEST + chance(300), chance(100), (2 + chance(5)) / 10));
  return [
    svg`<path class="near" d=${swell(104, 130, 10)} />`,
    svg`<path class="lit" d=${stars.join("")} />`,
  ];
}

function arches(chance) {
  const wide = 84 + chance(10);
  return times(8, (i) => {
    const half = wide + 14 - i * 12;
    return svg`<path class=${i % 2 ? "near" : "far"} d=${`M${60 - half} 130V${36 + i * 5}a${half} ${half} 0 0 1 ${2 * half} 0V130z`} />`;
  });
}

function lattice(chance) {
  const step = 18 + chance(10);
  const lines = times(24, (i) => `M${WEST - 60 + i * step} 0l120 120M${WEST + 60 + i * step} 0l-120 120`);
  return svg`<path class="line" d=${lines.join("")} />`;
}

function bands(chance) {
  const bars = times(14, (i) => {
    const [x, wide] = [WEST + chance(110) + (i % 2) * 120, 60 + chance(80)];
    return `M${x + 4} ${4 + i * 8}h${wide - 8}a4 4 0 0 1 0 8h${8 - wide}a4 4 0 0 1 0-8z`;
  });
  const [far, near] = [bars.filter((_, i) => i % 3), bars.filter((_, i) => !(i % 3))];
  return [svg`<path class="far" d=${far.join("")} />`, svg`<path class="near" d=${near.join("")} />`];
}

function shards(chance) {
  const turn = chance(360);
  const blades = times(7, (i) => {
    const angle = turn + i * 51 + chance(14);
    return `M${polar(26, angle)}L${polar(58 + chance(20), angle - 9)}L${polar(110, angle + 3)}L${polar(58, angle + 12)}z`;
  });
  return [svg`<path class="near" d=${blades.join("")} />`, svg`<circle class="line" cx="60" cy="60" r="52" />`];
}

const SCENES = { rays, rings, peaks, hills, sparks, arches, lattice, bands, shards };

/** A scene by its name, or one by chance; also what the backs of cards are woven of. */
export const sceneOf = (name, chance) => (own(SCENES, name) ?? Object.values(SCENES)[chance(Object.keys(SCENES).length)])(chance);

/** What stands behind the main sign, by the kind of card. */
const EMBLEMS = {
  circle: "M60 20a40 40 0 1 1 0 80 40 40 0 0 1 0-80z",
  diamond: "M60 10 110 60 60 110 10 60z",
  hexagon: "M60 15 99 37.5V82.5L60 105 21 82.5V37.5z",
  shield: "M24 24H96V62C96 86 80 100 60 108 40 100 24 86 24 62z",
  octagon: "M42 17H78L103 42V78L78 103H42L17 78V42z",
  arch: "M24 104V56a36 36 0 0 1 72 0v48z",
};

/** The name of what stands behind the sign of a kind, which is also the shape of its window. */
export const shapeOf = (face, kind = "") => (own(EMBLEMS, face.frame) ? face.frame : Object.keys(EMBLEMS)[hash(kind) % 6]);

/** A sign as a thing: its shadow, its rim, lit from where the light is; one half in the shade, as if it were folded. */
function piece(name, x, y, scale, { turn = 0, flip = false } = {}) {
  const { d } = GLYPHS[name];
  const place = (dx, dy) => `translate(${x + dx} ${y + dy}) rotate(${turn}) scale(${flip ? -scale : scale} ${scale}) translate(-12 -12)`;
  return svg`<path class="shade" transform=${place(2.5, 4)} d=${d} />
    <g transform=${place(0, 0)}><path class="rim" d=${d} /><path class="main" fill-rule="evenodd" d=${d} />
    <path class="fold" fill-rule="evenodd" d=${d} /></g>`;
}

const small = (name, x, y, scale) => signIn(name, x, y, scale, "lit");

/** Ways to arrange the main sign and the others, which come again as ornaments. */
const ARRANGED = [
  (main, others, chance) => piece(main, 60, 60, 2.7, { flip: chance(2) === 1 }),
  (main, others, chance) => [
    times(8, (i) => small(others, ...polar(49, i * 45 + 22), 0.42)),
    piece(main, 60, 60, 2.3, { flip: chance(2) === 1 }),
  ],
  (main, others, chance) => [
    [-1, 0, 1].map((i) => small(others, 60 + i * 27, 17 + Math.abs(i) * 6, i ? 0.6 : 0.8)),
    piece(main, 60, 66, 2.5, { flip: chance(2) === 1 }),
  ],
  (main, others, chance) => {
    const side = chance(2) ? 1 : -1;
    return [piece(main, 60 - side * 6, 56, 2.6, { flip: side < 0 }), piece(others, 60 + side * 27, 86, 1.15)];
  },
  (main, others) => [
    small(others, 60, 24, 0.8),
    piece(main, 42, 58, 1.8, { turn: -12 }),
    piece(main, 79, 64, 1.8, { turn: 12, flip: true }),
  ],
  (main, others, chance) => [
    [-1, 1].map((side) => small(others, 60 + side * 40, 60, 0.85)),
    piece(main, 60, 60, 2.5, { turn: chance(3) * 8 - 8 }),
  ],
];

/** Small lights in the air, some of them near. */
function motes(chance, count) {
  const near = times(count, () => star(chance(116), chance(110), (3 + chance(9)) / 24));
  return svg`<path class="mote" d=${near.join("")} />`;
}

/** Marks around the emblem, the more the stronger a card is. */
function halo(strength) {
  if (strength < 2) return nothing;
  const count = strength * 8;
  const ticks = times(count, (i) => `M${polar(50, (i * 360) / count)}L${polar(i % 2 ? 53 : 57, (i * 360) / count)}`);
  return svg`<path class="ring" d=${ring(60, 60, 49) + (strength > 3 ? ring(60, 60, 46) : "") + ticks.join("")} />`;
}

/** The picture of a card: `row` as templates see it, `face` its kind's entry of `table.faces`, how rare and strong it looks. */
export function portrait(row, face, ctx, { rank = "common", strength = 0 } = {}) {
  return guard([row.id, row.kind, ctx.book, ...symbolsOf(row, face)], () => painted(row, face, ctx, rank, strength));
}

/** Grain that lies over all pictures (`--grain`): a small tile, made once. */
function grain() {
  const tile = Object.assign(document.createElement("canvas"), { width: 96, height: 96 });
  const brush = tile.getContext("2d");
  const dots = brush.createImageData(96, 96);
  const chance = chanceOf("grain");
  for (let at = 0; at < dots.data.length; at += 4) dots.data.set(chance(2) ? [255, 255, 255, chance(14)] : [0, 0, 0, chance(18)], at);
  brush.putImageData(dots, 0, 0);
  document.documentElement.style.setProperty("--grain", `url(${tile.toDataURL()})`);
}
grain();

let drawn = 0; // pictures so far: names of their gradients are used once on a page

function painted(row, face, ctx, rank, strength) {
  const [main, others = main] = glyphsOf(row, face, ctx);
  const emblem = EMBLEMS[shapeOf(face, row.kind)];
  const chance = chanceOf(row.id ?? row.kind);
  const scene = sceneOf(sceneNamed(row, face, ctx, chance), chance);
  const arranged = ARRANGED[rank === "plain" ? 0 : chance(ARRANGED.length)](main, others, chance);
  drawn += 1;
  const sign = svg`<path class="emblem" d=${emblem} />${halo(strength)}${arranged}`;
  if (rank === "plain") return svg`<svg class="portrait" viewBox="0 0 120 120" aria-hidden="true">${sign}</svg>`;
  const [x, y] = [30 + chance(60), 15 + chance(30)];
  const [sky, glow] = [`sky${drawn}`, `glow${drawn}`];
  return svg`<svg class="portrait" viewBox="0 0 120 120" aria-hidden="true"><defs>
    <radialGradient id=${sky} gradientUnits="userSpaceOnUse" cx=${x} cy=${y} r="130">
      <stop class="sun" /><stop class="day" offset="0.4" /><stop class="dusk" offset="1" /></radialGradient>
    <radialGradient id=${glow}><stop class="glow" /><stop class="gone" offset="1" /></radialGradient></defs>
    <path fill=${`url(#${sky})`} d="M-120-60H240V180H-120z" />${scene}
    <circle cx="60" cy="60" r="66" fill=${`url(#${glow})`} />${sign}${motes(chance, 3 + 2 * strength)}</svg>`;
}

/** The scene that the pack gives one of the symbols of a card, if it does. */
function sceneNamed(row, face, ctx, chance) {
  const { scenes = {} } = tableOf(ctx);
  const named = symbolsOf(row, face).map((symbol) => own(scenes, symbol)).find(Boolean);
  return named?.[chance(named.length)];
}
