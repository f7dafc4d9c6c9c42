import { type AudioCodec, needsConversion } from '#audio-probe/audio-formats.ts'
import type { ReadFile } from '../read/read-folders.ts'

const LOSSLESS: ReadonlySet<AudioCodec> = new Set(['flac', 'alac', 'pcm'])

/** The values by which two encodings of a recording are compared. */
export interface Encoding {
  /** As a column of a track has it. */
  format: string
  codec?: AudioCodec
  bitrate: number
  sampleRate: number
}

/**
 * Whether `a` is a better encoding than `b`: playable before not playable, lossless before lossy, then the
 * higher sample rate or bitrate. FLAC is better than WAV, because it has tags.
 */
export function isBetter(a: Encoding, b: Encoding): boolean {
  const [ranks, others] = [ranksOf(a), ranksOf(b)]
  for (const [index, rank] of ranks.entries()) {
    const other = others[index] ?? 0
    if (rank !== other) return rank > other
  }
  return false
}

function ranksOf({ format, codec, bitrate, sampleRate }: Encoding): number[] {
  const isLossless = codec === undefined ? format === 'flac' || format === 'wav' : LOSSLESS.has(codec)
  return [
    codec !== undefined && needsConversion(codec) ? 0 : 1,
    isLossless ? 1 : 0,
    isLossless ? sampleRate : 0,
    format === 'wav' ? 0 : 1,
    isLossless ? 0 : Math.round(bitrate / 1000),
  ]
}

export function encodingOf({ info: { format, codec, bitrate, sampleRate } }: ReadFile): Encoding {
  return { format, codec, bitrate, sampleRate }
}
