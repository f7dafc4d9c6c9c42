import type { Chance } from './seeded.ts'

/** The sample rate: low enough for small files and fast rendering, but high enough for music. */
export const SAMPLE_RATE = 22_050

/** The sound of a tone: the loudness of its partials, and its attack and decay times (the decay to a third). */
export interface Timbre {
  name: string
  partials: readonly number[]
  attackSeconds: number
  decaySeconds: number
}

export const PAD: Timbre = {
  name: 'pad',
  partials: [1, 0.35, 0.16, 0.05],
  attackSeconds: 0.5,
  decaySeconds: 2.2,
}
export const KEYS: Timbre = {
  name: 'keys',
  partials: [1, 0.5, 0.22, 0.1, 0.04],
  attackSeconds: 0.004,
  decaySeconds: 0.42,
}
export const PLUCK: Timbre = {
  name: 'pluck',
  partials: [1, 0.25, 0.35, 0.08],
  attackSeconds: 0.002,
  decaySeconds: 0.16,
}
export const BASS: Timbre = {
  name: 'bass',
  partials: [1, 0.55, 0.12],
  attackSeconds: 0.008,
  decaySeconds: 0.3,
}
export const LEAD: Timbre = {
  name: 'lead',
  partials: [1, 0.08, 0.3, 0.03, 0.09],
  attackSeconds: 0.03,
  decaySeconds: 0.5,
}

export interface Tone {
  /** Seconds from the start of the piece. */
  atSeconds: number
  seconds: number
  /** The MIDI number of the pitch; 69 is the concert pitch. */
  pitch: number
  level: number
}

/** Rendered tones; the pieces of an album share most of theirs. */
export type PlayedTones = Map<string, Float32Array>

/** Adds a tone. */
export function addTone(sound: Float32Array, tone: Tone, timbre: Timbre, played: PlayedTones): void {
  const name = `${timbre.name} ${tone.pitch} ${tone.seconds}`
  const wave = played.get(name) ?? waveOf(tone, timbre)
  played.set(name, wave)
  addWave(sound, tone.atSeconds, wave, tone.level)
}

function addWave(sound: Float32Array, atSeconds: number, wave: Float32Array, level: number): void {
  const start = Math.round(atSeconds * SAMPLE_RATE)
  const count = Math.min(wave.length, sound.length - start)
  for (let age = 0; age < count; age += 1)
    sound[start + age] = (sound[start + age] ?? 0) + (wave[age] ?? 0) * level
}

const RELEASE = Math.round(0.05 * SAMPLE_RATE)
/** A tone ends when it is less loud than this. */
const SILENCE = 0.002

function waveOf({ pitch, seconds }: Tone, timbre: Timbre): Float32Array {
  const frequency = 440 * 2 ** ((pitch - 69) / 12)
  const fade = Math.exp(-1.1 / (timbre.decaySeconds * SAMPLE_RATE))
  const attack = Math.max(1, Math.round(timbre.attackSeconds * SAMPLE_RATE))
  const audible = attack + Math.ceil(Math.log(SILENCE) / Math.log(fade))
  const wave = new Float32Array(Math.min(audible, Math.round(seconds * SAMPLE_RATE) + RELEASE))
  for (const [index, loudness] of timbre.partials.entries()) {
    const turn = (2 * Math.PI * frequency * (index + 1)) / SAMPLE_RATE
    if (turn < 2.6) addPartial(wave, turn, loudness)
  }
  const { length } = wave
  for (let at = 0; at < Math.min(attack, length); at += 1) wave[at] = (wave[at] ?? 0) * (at / attack)
  let gain = 1
  for (let at = attack; at < length; at += 1) {
    gain *= fade
    wave[at] = (wave[at] ?? 0) * gain
  }
  for (let at = Math.max(0, length - RELEASE); at < length; at += 1)
    wave[at] = (wave[at] ?? 0) * ((length - at) / RELEASE)
  return wave
}

/** Adds a sine. Rotating a phasor from sample to sample costs less than computing a sine for each sample. */
function addPartial(wave: Float32Array, turn: number, loudness: number): void {
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  let x = 0
  let y = loudness
  for (let at = 0; at < wave.length; at += 1) {
    wave[at] = (wave[at] ?? 0) + x
    const turned = x * cos + y * sin
    y = y * cos - x * sin
    x = turned
  }
}

/** Adds a bass drum. */
export function addKick(sound: Float32Array, atSeconds: number, level: number, played: PlayedTones): void {
  const wave = played.get('kick') ?? kickWave()
  played.set('kick', wave)
  addWave(sound, atSeconds, wave, level)
}

/** A tone of falling pitch. */
function kickWave(): Float32Array {
  const wave = new Float32Array(Math.ceil(0.22 * SAMPLE_RATE))
  let phase = 0
  for (let age = 0; age < wave.length; age += 1) {
    const seconds = age / SAMPLE_RATE
    phase += (2 * Math.PI * (46 + 110 * Math.exp(-seconds * 34))) / SAMPLE_RATE
    wave[age] = Math.sin(phase) * Math.exp(-seconds * 15)
  }
  return wave
}

/** Adds a burst of noise: a snare when it is dark and long, a hi-hat when it is bright and short. */
export function addNoise(
  sound: Float32Array,
  atSeconds: number,
  { seconds, level, isBright }: { seconds: number; level: number; isBright: boolean },
  chance: Chance,
): void {
  const start = Math.round(atSeconds * SAMPLE_RATE)
  const fade = Math.exp(-4 / (seconds * SAMPLE_RATE))
  let gain = level
  let last = 0
  for (let age = 0; age < seconds * SAMPLE_RATE && start + age < sound.length; age += 1) {
    const noise = chance.next() * 2 - 1
    sound[start + age] = (sound[start + age] ?? 0) + (isBright ? noise - last : (noise + last) / 2) * gain
    last = noise
    gain *= fade
  }
}

/** Adds delayed and quieter copies of the sound. */
export function addEcho(sound: Float32Array, delaySeconds: number, feedback: number): void {
  const delay = Math.round(delaySeconds * SAMPLE_RATE)
  for (let at = delay; at < sound.length; at += 1)
    sound[at] = (sound[at] ?? 0) + (sound[at - delay] ?? 0) * feedback
}
