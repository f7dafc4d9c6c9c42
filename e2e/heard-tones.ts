import { SoundMeter } from '../server/src/audio-analysis/meter/sound-meter.ts'

/** Milliseconds of the pieces into which a recording is divided. */
const PIECE_MS = 2
/** Milliseconds of the longer pieces that are needed to distinguish two tones at the same time. */
export const LONG_PIECE_MS = 10
/** An amplitude below this counts as silence. */
const SILENT = 0.001

/** A part of a recording with one tone. */
export interface HeardTone {
  hertz: number
  /**
   * The loudness by the meter of the server, without the first and the last tenth of a second. For a tone with holes it
   * is that of the longest part.
   */
  lufs: number
  peakDbtp: number
  /** Milliseconds at the start and at the end of the tone during which its level differs from that in its middle. */
  unevenMs: number
}

/** The tones of a recording in their order; adjacent tones must have different pitches. */
export function heardTones(
  samples: Float32Array,
  sampleRate: number,
  pitches: readonly number[],
): HeardTone[] {
  const size = Math.round((sampleRate * PIECE_MS) / 1000)
  const pieces: Piece[] = []
  for (let at = 0; at + size <= samples.length; at += size)
    pieces.push(pieceOf(samples.subarray(at, at + size), sampleRate, pitches))
  const tones: TonePart[][] = []
  for (const part of partsOf(pieces)) {
    const last = tones.at(-1)
    if (last?.[0]?.hertz === part.hertz) last.push(part)
    else tones.push([part])
  }
  return tones.map((parts) => {
    const [longest] = parts.toSorted((one, other) => other.pieces.length - one.pieces.length)
    const { first = 0, pieces: inOne = [] } = longest ?? {}
    const whole = parts.flatMap((part) => part.pieces)
    return toneOf(whole, samples.subarray(first * size, (first + inOne.length) * size), sampleRate)
  })
}

interface Piece {
  /** 0: silence. */
  hertz: number
  amplitude: number
}

/** Consecutive pieces of one pitch, without a gap. */
interface TonePart {
  hertz: number
  /** The index of the first piece of this part. */
  first: number
  pieces: Piece[]
}

function partsOf(pieces: readonly Piece[]): TonePart[] {
  const parts: TonePart[] = []
  for (let first = 0; first < pieces.length;) {
    const hertz = pieces[first]?.hertz ?? 0
    let end = first + 1
    while (end < pieces.length && pieces[end]?.hertz === hertz) end += 1
    // Shorter parts are the border between two tones.
    if (hertz > 0 && end - first > 100) parts.push({ hertz, first, pieces: pieces.slice(first, end) })
    first = end
  }
  return parts
}

/** The amplitude of each of these pitches in every ten milliseconds of a recording. */
export function amplitudesOf(
  samples: Float32Array,
  sampleRate: number,
  pitches: readonly number[],
): number[][] {
  const size = Math.round((sampleRate * LONG_PIECE_MS) / 1000)
  return Array.from({ length: Math.floor(samples.length / size) }, (_, index) => {
    const piece = samples.subarray(index * size, (index + 1) * size)
    return pitches.map((hertz) => amplitudeAt(piece, hertz / sampleRate))
  })
}

function pieceOf(samples: Float32Array, sampleRate: number, pitches: readonly number[]): Piece {
  const strengths = pitches.map((hertz) => ({ hertz, amplitude: amplitudeAt(samples, hertz / sampleRate) }))
  const [strongest] = strengths.sort((one, other) => other.amplitude - one.amplitude)
  return strongest && strongest.amplitude > SILENT ? strongest : { hertz: 0, amplitude: 0 }
}

/** The amplitude of a frequency, given in oscillations per sample. */
function amplitudeAt(samples: Float32Array, frequency: number): number {
  let [real, imaginary] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    real += sample * Math.cos(2 * Math.PI * frequency * index)
    imaginary += sample * Math.sin(2 * Math.PI * frequency * index)
  }
  return (Math.hypot(real, imaginary) * 2) / samples.length
}

function toneOf(pieces: readonly Piece[], samples: Float32Array, sampleRate: number): HeardTone {
  const cut = Math.round(sampleRate / 10)
  const inner = samples.subarray(cut, -cut)
  const meter = new SoundMeter({ sampleRate, channels: 1, order: 'wave' })
  meter.add([inner], inner.length)
  const { loudness } = meter.result()
  const usual = pieces.map(({ amplitude }) => amplitude).sort((one, other) => one - other)[
    Math.floor(pieces.length / 2)
  ]
  // The first and the last piece may contain another tone, too.
  const ends = [...pieces.slice(1, 26), ...pieces.slice(-26, -1)]
  const uneven = ends.filter(({ amplitude }) => Math.abs(20 * Math.log10(amplitude / (usual ?? 1))) > 3)
  return {
    hertz: pieces[0]?.hertz ?? 0,
    lufs: loudness?.lufs ?? -Infinity,
    peakDbtp: loudness?.peakDbtp ?? -Infinity,
    unevenMs: uneven.length * PIECE_MS,
  }
}
