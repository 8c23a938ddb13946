/**
 * Sounds of the table, made when they are heard: no files. A sound is data, a list of layers; each is a tone (`wave`, gliding `from`
 * one frequency `to` another) or `noise` through a filter of the band around them, that begins `at` seconds, swells for `attack`,
 * and has died away after `long`. `falls` and `rises` are by how much the pitch changes with each point of the amount; a sound with
 * `every` is heard once for each of them, so many seconds apart.
 *
 * Off until somebody switches them on, and whatever they tell is on the page as well. Browsers let a page be heard only after
 * somebody has done something on it; before that there is silence.
 */

const knock = (from, long, gain = 0.5) => ({ noise: true, from, to: from * 0.4, long, gain });
const ring = (from, at = 0, long = 0.5, gain = 0.16) => ({ wave: "sine", from, to: from, at, long, gain });

export const SOUNDS = {
  card: { layers: [knock(2600, 0.09), knock(700, 0.05, 0.3)] },
  slide: { layers: [{ noise: true, from: 900, to: 3200, attack: 0.05, long: 0.16, gain: 0.5 }] },
  swing: { layers: [{ noise: true, from: 500, to: 1800, attack: 0.08, long: 0.24, gain: 0.9 }] },
  thud: { falls: 0.025, layers: [{ wave: "sine", from: 150, to: 52, long: 0.24, gain: 0.6 }, knock(420, 0.1, 0.5)] },
  crack: { layers: [knock(1500, 0.07, 0.6), { ...knock(900, 0.16, 0.5), at: 0.06 }, { wave: "sine", from: 110, to: 40, at: 0.04, long: 0.4, gain: 0.4 }] },
  bell: { rises: 0.012, layers: [ring(660), ring(990, 0.08)] },
  coin: { rises: 0.01, layers: [ring(1480, 0, 0.18), ring(1975, 0.06, 0.3)] },
  clink: { layers: [{ wave: "triangle", from: 2300, to: 2250, long: 0.16, gain: 0.2 }, knock(3500, 0.04, 0.3)] },
  shimmer: { layers: [ring(880, 0, 0.3, 0.08), ring(1174, 0.06, 0.3, 0.08), ring(1568, 0.12, 0.4, 0.08)] },
  tick: { every: 0.16, layers: [knock(3200, 0.03, 0.5), { wave: "square", from: 1250, to: 1200, long: 0.03, gain: 0.06 }] },
  rewind: { layers: [{ wave: "sawtooth", from: 180, to: 720, attack: 0.3, long: 0.7, gain: 0.08 }, { noise: true, from: 600, to: 4200, attack: 0.4, long: 0.7, gain: 0.8 }] },
  riffle: { layers: [0, 1, 2, 3, 4, 5, 6].map((each) => ({ ...knock(2000 + each * 150, 0.05, 0.6), at: each * 0.05 })) },
  rattle: { layers: [0, 0.07, 0.16].map((at) => ({ ...knock(1700, 0.06, 0.8), at })) },
  gong: { layers: [ring(196, 0, 1.1, 0.2), ring(294, 0.02, 0.9, 0.1)] },
  turn: { layers: [ring(523, 0, 0.6, 0.14), ring(784, 0.14, 0.8, 0.12)] },
};

const FULL = 0.55; // of the gains above, where all is loudest: so several sounds at once are not cut off

const APART = 40; // ms; the same sound sooner after itself would only be louder

export class Sounds {
  /** `volume()` is from 0 to 1; 0 is silence. */
  constructor(volume) {
    Object.assign(this, { volume, context: null, hiss: null, last: new Map() });
  }

  play(name, amount = 0) {
    const sound = SOUNDS[name];
    const loud = this.volume();
    if (!sound || !loud || document.hidden || !navigator.userActivation?.hasBeenActive) return;
    const now = performance.now();
    if (now - (this.last.get(name) ?? -Infinity) < APART) return;
    this.last.set(name, now);
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    this.lay(sound, amount, loud);
  }

  /** All layers of a sound, from now on. */
  lay(sound, amount, loud) {
    const much = Math.min(Math.abs(amount), 20);
    const pitch = 1 + much * ((sound.rises ?? 0) - (sound.falls ?? 0));
    const times = sound.every ? Math.max(1, Math.min(much, 12)) : 1;
    for (let time = 0; time < times; time += 1)
      for (const layer of sound.layers) this.layer({ ...layer, at: (layer.at ?? 0) + time * (sound.every ?? 0) }, pitch, loud);
  }

  layer({ noise, wave, from, to, at = 0, attack = 0.005, long, gain }, pitch, loud) {
    const { context } = this;
    const [start, end] = [context.currentTime + at, context.currentTime + at + long];
    const source = noise ? this.noise() : new OscillatorNode(context, { type: wave });
    const filter = noise ? new BiquadFilterNode(context, { type: "bandpass", Q: 0.8 }) : null;
    const glide = (filter ?? source).frequency;
    glide.setValueAtTime(from * pitch, start);
    glide.exponentialRampToValueAtTime(to * pitch, end);
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(gain * loud * FULL, start + attack);
    level.gain.exponentialRampToValueAtTime(0.0001, end);
    [source, filter, level, context.destination].filter(Boolean).reduce((one, next) => one.connect(next));
    source.start(start);
    source.stop(end);
  }

  noise() {
    const { context } = this;
    if (!this.hiss) {
      this.hiss = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
      const samples = this.hiss.getChannelData(0);
      for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    }
    return new AudioBufferSourceNode(context, { buffer: this.hiss });
  }
}
