import type { Mood } from './album.ts'
import { BLOCK_SAMPLES } from './flac-encoder.ts'
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

/** The parameters of a piece: the album determines tempo and key, the title the rest. */
export interface Piece {
  album: string
  title: string
  mood: Mood
  /** Approximate duration. A piece consists of whole sections, so the exact duration differs. */
  seconds: number
}

/** A piece as a few sections, most of which are repeated. So minutes of music take only seconds to compute. */
export interface Arrangement {
  /** Samples from −1 to 1, mono. */
  sections: readonly Float32Array[]
  /** The order of the sections, as indexes. */
  form: readonly number[]
}

/**
 * A section is a whole number of FLAC frames and of MP3 frames of 576 samples, so that encoded sections can be
 * repeated.
 */
const SECTION_STEP = BLOCK_SAMPLES

type Steps = readonly number[]
const SCALES: readonly [Steps, ...Steps[]] = [
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 5, 7, 9, 11],
]
/** Progressions of chords. Each chord is a step of the scale and lasts one bar. */
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

/** The state while a section is rendered: a buffer for sounds with an echo, and one for sounds without. */
interface Score {
  dry: Float32Array
  wet: Float32Array
  chance: Chance
  played: PlayedTones
  beatSeconds: number
  /** The pitch of a step of the scale. Seven steps are an octave. */
  pitchOf(step: number): number
}

/** Seconds for which tones and echoes continue after their section. */
const TAIL_SECONDS = 2
/** The sections of a piece. */
const [INTRO, VERSE, CHORUS, ENDING] = [0, 1, 2, 3] as const
/** Bars of a verse and of a chorus. */
const BARS = 4
/** Bars of the intro and of the ending. They are short because they are computed and encoded for a single use. */
const OUTER_BARS = BARS / 2

/** Composes and renders a piece. `played` may be shared between pieces. */
export function composed(
  { album, title, mood, seconds }: Piece,
  played: PlayedTones = new Map(),
): Arrangement {
  const ofAlbum = seeded(album)
  const [slow, fast] = TEMPO[mood]
  const wanted = (60 / ofAlbum.between(slow, fast)) * SAMPLE_RATE * OUTER_BARS * BEATS
  const outerLength = Math.round(wanted / SECTION_STEP) * SECTION_STEP
  const beatSeconds = outerLength / SAMPLE_RATE / OUTER_BARS / BEATS
  const scale = ofAlbum.pick(SCALES)
  const key = 45 + ofAlbum.index(8)
  const pitchOf = (step: number) => key + 12 * Math.floor(step / 7) + (scale[((step % 7) + 7) % 7] ?? 0)
  const chance = seeded(`${album} ${title}`)
  const progressions = [chance.pick(PROGRESSIONS), chance.pick(PROGRESSIONS)] as const
  const figure = Array.from({ length: 8 }, () => chance.index(5))
  const sections = [INTRO, VERSE, CHORUS, ENDING].map((section) => {
    const bars = section === INTRO || section === ENDING ? OUTER_BARS : BARS
    const length = (outerLength * bars) / OUTER_BARS
    const score = { ...emptyBuffers(length), chance, played, beatSeconds, pitchOf }
    const progression = progressions[section === CHORUS ? 1 : 0]
    for (let bar = 0; bar < bars; bar += 1) {
      // The intro has few instruments, and drums from its second bar on.
      playBar(score, mood, bar, progression[bar % 4] ?? 0, figure, section !== INTRO)
    }
    addEcho(score.wet, beatSeconds * 0.75, 0.36)
    return mixed(score, length, section !== INTRO)
  })
  return { sections: mastered(sections), form: formOf(seconds, beatSeconds * BEATS) }
}

/** Buffers with room for a section and the sounds that continue after it. */
function emptyBuffers(length: number): Pick<Score, 'dry' | 'wet'> {
  const room = length + TAIL_SECONDS * SAMPLE_RATE
  return { dry: new Float32Array(room), wet: new Float32Array(room) }
}

/** The order of the sections: verses and choruses alternate, two of each, between intro and ending. */
function formOf(seconds: number, barSeconds: number): number[] {
  const count = Math.max(1, Math.round((seconds / barSeconds - 2 * OUTER_BARS) / BARS))
  const middle = Array.from({ length: count }, (_, at) => (at % 4 < 2 ? VERSE : CHORUS))
  return [INTRO, ...middle, ENDING]
}

function playBar(
  score: Score,
  mood: Mood,
  bar: number,
  chord: number,
  figure: readonly number[],
  isFull: boolean,
): void {
  const { beatSeconds } = score
  const at = bar * BEATS * beatSeconds
  // Every fourth bar is a break.
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

/** Plays the tones of a chord one after the other, `perBeat` of them in each beat. */
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

function playDrums(
  { dry, chance, played, beatSeconds }: Score,
  mood: Mood,
  at: number,
  isBreak: boolean,
): void {
  const kicks = mood === 'pulse' ? [0, 1, 2, 3] : [0, 1.75, 2.5]
  for (const beat of isBreak ? kicks.slice(0, 2) : kicks) addKick(dry, at + beat * beatSeconds, 0.55, played)
  for (const beat of [1, 3]) {
    addNoise(dry, at + beat * beatSeconds, { seconds: 0.16, level: 0.2, isBright: false }, chance)
  }
  for (let eighth = 0; eighth < 8; eighth += 1) {
    const swing = mood === 'beat' && eighth % 2 === 1 ? 0.08 : 0
    const level = eighth % 2 === 1 ? 0.07 : 0.04
    addNoise(dry, at + (eighth / 2 + swing) * beatSeconds, { seconds: 0.045, level, isBright: true }, chance)
  }
}

/** A few long tones above everything, following the figure. */
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

/**
 * Mixes both buffers. If the section can follow itself, sounds that continue after its end are added to its beginning.
 */
function mixed({ dry, wet }: Score, length: number, isRound: boolean): Float32Array {
  const sound = new Float32Array(length)
  for (let at = 0; at < length; at += 1) sound[at] = (dry[at] ?? 0) + (wet[at] ?? 0)
  if (isRound) {
    for (let at = length; at < dry.length; at += 1)
      sound[at - length] = (sound[at - length] ?? 0) + (dry[at] ?? 0) + (wet[at] ?? 0)
  }
  return sound
}

/** Makes all sections equally loud, removes clicks between them, and fades the last one out. */
function mastered(sections: readonly Float32Array[]): readonly Float32Array[] {
  const gain = 0.86 / Math.max(1e-9, ...sections.map(peakOf))
  const edge = Math.round(0.004 * SAMPLE_RATE)
  for (const [index, section] of sections.entries()) {
    const { length } = section
    const fade = index === ENDING ? Math.round(length * 0.8) : edge
    for (let at = 0; at < length; at += 1) section[at] = (section[at] ?? 0) * gain
    for (let at = 0; at < edge; at += 1) section[at] = (section[at] ?? 0) * (at / edge)
    for (let at = length - fade; at < length; at += 1)
      section[at] = (section[at] ?? 0) * ((length - at) / fade)
  }
  return sections
}

function peakOf(section: Float32Array): number {
  let peak = 0
  // Iterating the array with its iterator takes several times as long.
  for (let at = 0; at < section.length; at += 1) peak = Math.max(peak, Math.abs(section[at] ?? 0))
  return peak
}
