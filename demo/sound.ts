import type { Mood } from './album.ts'
import { seeded, type Chance } from './seeded.ts'
import {
  addEcho,
  addKick,
  addNoise,
  addTone,
  BASS,
  KEYS,
  LEAD,
  PAD,
  PLUCK,
  SAMPLE_RATE,
  type PlayedTones,
  type Timbre,
} from './tones.ts'

/** What a piece is made from: the album gives tempo and key, the title the rest. */
export interface Piece {
  album: string
  title: string
  mood: Mood
  seconds: number
}

type Steps = readonly number[]
const SCALES: readonly [Steps, ...Steps[]] = [
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 5, 7, 9, 11],
]
/** Steps of the scale, one a bar. */
const PROGRESSIONS: readonly [Steps, ...Steps[]] = [
  [0, 5, 3, 4],
  [0, 3, 5, 4],
  [5, 3, 0, 4],
  [0, 4, 5, 3],
  [0, 2, 3, 5],
  [3, 0, 4, 5],
]
const BEATS = 4
const TEMPO: Record<Mood, readonly [number, number]> = {
  beat: [82, 98],
  drift: [62, 76],
  keys: [76, 100],
  pulse: [110, 126],
}

/** A score that is being played: one buffer for what echoes, one for what does not. */
interface Score {
  dry: Float32Array
  wet: Float32Array
  chance: Chance
  played: PlayedTones
  beatSeconds: number
  /** Pitch of a step of the scale; seven steps are an octave. */
  pitchOf(step: number): number
}

/** Composes and plays a piece; samples from −1 to 1, mono. `played` may be handed from piece to piece. */
export function composed(
  { album, title, mood, seconds }: Piece,
  played: PlayedTones = new Map(),
): Float32Array {
  const ofAlbum = seeded(album)
  const [slow, fast] = TEMPO[mood]
  const beatSeconds = 60 / ofAlbum.between(slow, fast)
  const scale = ofAlbum.pick(SCALES)
  const key = 45 + ofAlbum.index(8)
  const chance = seeded(`${album} ${title}`)
  const length = Math.round(seconds * SAMPLE_RATE)
  const score: Score = {
    dry: new Float32Array(length),
    wet: new Float32Array(length),
    chance,
    played,
    beatSeconds,
    pitchOf: (step) => key + 12 * Math.floor(step / 7) + (scale[((step % 7) + 7) % 7] ?? 0),
  }
  const progression = chance.pick(PROGRESSIONS)
  const bars = Math.ceil(seconds / (beatSeconds * BEATS))
  const figure = Array.from({ length: 8 }, () => chance.index(5))
  for (let bar = 0; bar < bars; bar += 1) playBar(score, mood, bar, progression[bar % 4] ?? 0, figure)
  addEcho(score.wet, beatSeconds * 0.75, 0.36)
  return mastered(score)
}

function playBar(score: Score, mood: Mood, bar: number, chord: number, figure: readonly number[]): void {
  const { beatSeconds } = score
  const at = bar * BEATS * beatSeconds
  // A piece begins with little and gets fuller; every fourth bar breathes.
  const isFull = bar >= 2
  const isBreak = bar % 4 === 3
  const has = { pad: mood === 'drift' || mood === 'pulse', drums: mood === 'beat' || mood === 'pulse' }
  if (has.pad) playChord(score, PAD, at, BEATS * beatSeconds, chord, mood === 'drift' ? 0.16 : 0.08)
  if (mood === 'beat')
    for (const beat of [0, 1.5, 2.5]) playChord(score, KEYS, at + beat * beatSeconds, 0.5, chord, 0.1)
  if (mood === 'keys') playBroken(score, KEYS, at, chord, figure, 2, 0.2)
  if (mood === 'pulse') playBroken(score, PLUCK, at, chord, figure, 4, isFull ? 0.15 : 0.1)
  if (mood === 'drift' && bar % 2 === 1) playBroken(score, PLUCK, at, chord, figure, 1, 0.16)
  playBass(score, mood, at, chord, isFull)
  if (has.drums && (isFull || bar === 1)) playDrums(score, mood, at, isBreak)
  if (isFull && (mood === 'beat' || mood === 'keys' || bar % 4 > 1)) playLead(score, at, chord, figure)
}

function playChord(
  score: Score,
  timbre: Timbre,
  at: number,
  seconds: number,
  chord: number,
  level: number,
): void {
  for (const step of [0, 2, 4, 6]) {
    const pitch = score.pitchOf(chord + step) + 12
    addTone(
      score.wet,
      { atSeconds: at, seconds, pitch, level: step === 6 ? level * 0.5 : level },
      timbre,
      score.played,
    )
  }
}

/** The chord tone by tone, `perBeat` of them. */
function playBroken(
  score: Score,
  timbre: Timbre,
  at: number,
  chord: number,
  figure: readonly number[],
  perBeat: number,
  level: number,
): void {
  const step = score.beatSeconds / perBeat
  for (let index = 0; index < BEATS * perBeat; index += 1) {
    const tone = figure[index % figure.length] ?? 0
    if (tone === 4 && index % 4 !== 0) continue
    const pitch = score.pitchOf(chord + tone * 2) + 12
    const accent = index % perBeat === 0 ? 1 : 0.7
    addTone(
      score.wet,
      { atSeconds: at + index * step, seconds: step * 1.6, pitch, level: level * accent },
      timbre,
      score.played,
    )
  }
}

function playBass(score: Score, mood: Mood, at: number, chord: number, isFull: boolean): void {
  const beats = mood === 'pulse' ? [0.5, 1.5, 2.5, 3.5] : mood === 'beat' ? [0, 1.5, 2, 3.25] : [0]
  const seconds = mood === 'drift' || mood === 'keys' ? score.beatSeconds * 3.5 : score.beatSeconds * 0.5
  for (const beat of isFull ? beats : beats.slice(0, 2)) {
    const tone = {
      atSeconds: at + beat * score.beatSeconds,
      seconds,
      pitch: score.pitchOf(chord) - 12,
      level: 0.3,
    }
    addTone(score.dry, tone, BASS, score.played)
  }
}

function playDrums({ dry, chance, beatSeconds }: Score, mood: Mood, at: number, isBreak: boolean): void {
  const kicks = mood === 'pulse' ? [0, 1, 2, 3] : [0, 1.75, 2.5]
  for (const beat of isBreak ? kicks.slice(0, 2) : kicks) addKick(dry, at + beat * beatSeconds, 0.55)
  for (const beat of [1, 3]) {
    addNoise(dry, at + beat * beatSeconds, { seconds: 0.16, level: 0.2, isBright: false }, chance)
  }
  for (let eighth = 0; eighth < 8; eighth += 1) {
    const swing = mood === 'beat' && eighth % 2 === 1 ? 0.08 : 0
    const level = eighth % 2 === 1 ? 0.07 : 0.04
    addNoise(dry, at + (eighth / 2 + swing) * beatSeconds, { seconds: 0.045, level, isBright: true }, chance)
  }
}

/** A few long tones above everything, led by the figure. */
function playLead(score: Score, at: number, chord: number, figure: readonly number[]): void {
  for (const beat of [0, 1.5, 3]) {
    if (score.chance.next() < 0.3) continue
    const step = chord + (figure[(beat * 2) % figure.length] ?? 0) + score.chance.index(2) * 2
    const tone = {
      atSeconds: at + beat * score.beatSeconds,
      seconds: score.beatSeconds,
      pitch: score.pitchOf(step) + 24,
    }
    addTone(score.wet, { ...tone, level: 0.11 }, LEAD, score.played)
  }
}

/** Both buffers together, evenly loud, faded out at the end. */
function mastered({ dry, wet }: Score): Float32Array {
  let peak = 1e-9
  for (let at = 0; at < dry.length; at += 1) {
    const value = (dry[at] ?? 0) + (wet[at] ?? 0)
    dry[at] = value
    peak = Math.max(peak, Math.abs(value))
  }
  const fade = Math.min(dry.length, Math.round(1.2 * SAMPLE_RATE))
  for (let at = 0; at < dry.length; at += 1) {
    dry[at] = ((dry[at] ?? 0) * 0.86 * Math.min(1, (dry.length - at) / fade)) / peak
  }
  return dry
}
