import { isLossless, needsConversion } from '#audio-probe/audio-formats.ts'
import type { TrackFileRow, TrackRow } from '#features/catalog/index.ts'
import type { ReadFile } from '../read/read-folders.ts'

/** Lossless formats. ALAC is missing, because it has the format m4a; it is recognised by the need for conversion. */
const LOSSLESS: ReadonlySet<string> = new Set(['flac', 'wav', 'aiff', 'wv', 'tta', 'dsf', 'dff', 'ape'])

/** The values by which two encodings of a recording are compared. */
export interface Encoding {
  /** The format as the column `format` of a track contains it. */
  format: string
  isPlayable: boolean
  isLossless: boolean
  bitrate: number
  sampleRate: number
}

/**
 * Whether `a` is a better encoding than `b`. A playable encoding is better than one that is not, then lossless better
 * than lossy, then the higher sample rate or bitrate. FLAC is better than WAV, because it has tags.
 */
export function isBetter(a: Encoding, b: Encoding): boolean {
  const [ranks, others] = [ranksOf(a), ranksOf(b)]
  for (const [index, rank] of ranks.entries()) {
    const other = others[index] ?? 0
    if (rank !== other) return rank > other
  }
  return false
}

function ranksOf({ format, isPlayable, isLossless: keepsAll, bitrate, sampleRate }: Encoding): number[] {
  return [
    isPlayable ? 1 : 0,
    keepsAll ? 1 : 0,
    keepsAll ? sampleRate : 0,
    format === 'wav' ? 0 : 1,
    keepsAll ? 0 : Math.round(bitrate / 1000),
  ]
}

export function encodingOf({ info }: ReadFile): Encoding {
  const { format, codec, bitrate, sampleRate } = info
  return {
    format,
    isPlayable: !needsConversion(info),
    isLossless: isLossless(codec),
    bitrate,
    sampleRate,
  }
}

/** The encoding of a track's file. A converted copy counts as playable and has the quality of its original. */
export function encodingOfRow(row: TrackRow, original: TrackFileRow | undefined): Encoding {
  const { format, bitrate, sampleRate, needsConversion: isUnplayable } = original ?? row
  const isAlac = format === 'm4a' && isUnplayable === 1
  return {
    format: format ?? '',
    isPlayable: row.needsConversion === 0,
    isLossless: LOSSLESS.has(format ?? '') || isAlac,
    bitrate: bitrate ?? 0,
    sampleRate: sampleRate ?? 0,
  }
}
