import type { AudioCodec, AudioFormat } from './audio-formats.ts'

/** What the container of a file declares about its audio. */
export interface Sound {
  format: AudioFormat
  codec: AudioCodec
  /** Duration of the audio in the file, also of a truncated one. */
  durationSeconds: number
  /** Average bits per second. */
  bitrate: number
  sampleRate: number
  channels: number
  /** The file contains less audio than its headers declare: it was cut off. */
  isCut?: true
}

/** Samples that an encoder added before and after the recording. */
export interface EncoderTrim {
  delaySamples: number
  paddingSamples: number
  /** The sample rate of both counts. */
  sampleRate: number
}

/**
 * Why a file of a known format is not accepted: it is truncated or inconsistent, contains no audio, is
 * protected, has a codec that browsers do not play, needs too much work, took too long, or the system could
 * not read it.
 */
export type BrokenReason =
  | 'truncated'
  | 'damaged'
  | 'no-sound'
  | 'encrypted'
  | 'unsupported-codec'
  | 'too-much-work'
  | 'timeout'
  | 'unreadable'

/** Thrown by the readers of the formats, caught in audio-info.ts. */
export class BrokenAudio extends Error {
  readonly reason: BrokenReason

  constructor(reason: BrokenReason) {
    super(reason)
    this.reason = reason
  }
}

/** The lowest plausible bitrate; a duration that implies less is wrong. */
const LEAST_BITRATE = 400
/** 32 channels of 768 kHz in 64 bits each; a higher value is wrong, and does not fit a column. */
const MOST_BITRATE = 1_600_000_000
/** FLAC's 20 bits, the widest such field of the audio formats. */
const MOST_SAMPLE_RATE = 2 ** 20
const MOST_CHANNELS = 255

/**
 * Adds the average bitrate.
 * @throws BrokenAudio when duration and size are not consistent
 */
export function soundOf(ranges: Omit<Sound, 'bitrate'>, soundBytes: number): Sound {
  const { durationSeconds, sampleRate, channels } = ranges
  if (!(durationSeconds > 0) || soundBytes <= 0) throw new BrokenAudio('no-sound')
  if (!(sampleRate > 0 && sampleRate <= MOST_SAMPLE_RATE)) throw new BrokenAudio('damaged')
  if (!(channels > 0 && channels <= MOST_CHANNELS)) throw new BrokenAudio('damaged')
  const bitrate = Math.round((soundBytes * 8) / durationSeconds)
  if (!(bitrate >= LEAST_BITRATE && bitrate <= MOST_BITRATE)) throw new BrokenAudio('damaged')
  return { ...ranges, bitrate }
}
