/** Short sounds, made on the spot: a piece on wood, a capture, dice, an end. */

import { prefs } from "/lib/prefs.js";

let audio = null;

function ready() {
  if (!prefs.get("sounds") || !("AudioContext" in window)) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio.state === "running" ? audio : null;
}

addEventListener("pointerdown", () => ready(), { passive: true });

/** A knock: filtered noise that dies away. */
function knock(context, at, { pitch = 900, loud = 0.35, long = 0.07 } = {}) {
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * long), context.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  const source = context.createBufferSource();
  source.buffer = samples;
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 2.2 });
  const gain = new GainNode(context, { gain: loud });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

/** A soft tone. */
function tone(context, at, pitch, { long = 0.16, loud = 0.12 } = {}) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + long);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + long + 0.02);
}

const SOUNDS = {
  move: (c, at) => knock(c, at),
  capture: (c, at) => [0, 0.075].forEach((later, i) => knock(c, at + later, { pitch: 700 - 150 * i, loud: 0.45 })),
  check: (c, at) => [660, 880].forEach((pitch, i) => tone(c, at + i * 0.1, pitch)),
  wrong: (c, at) => tone(c, at, 150, { long: 0.28, loud: 0.2 }),
  dice: (c, at) =>
    [0, 0.07, 0.12, 0.21, 0.27].forEach((later, i) =>
      knock(c, at + later, { pitch: 1500 - 120 * i, loud: 0.2, long: 0.04 }),
    ),
  end: (c, at) => [523, 659, 784, 1047].forEach((pitch, i) => tone(c, at + i * 0.13, pitch, { long: 0.35 })),
  lost: (c, at) => [330, 247].forEach((pitch, i) => tone(c, at + i * 0.16, pitch, { long: 0.3 })),
};

/** Play a sound by name, when sounds are on and the browser lets us. */
export function sound(name) {
  const context = ready();
  if (context) SOUNDS[name]?.(context, context.currentTime + 0.01);
}
