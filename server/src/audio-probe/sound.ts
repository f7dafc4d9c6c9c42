import type { AudioCodec, AudioFormat } from './audio-formats.ts'

/** What the container of a file says about the sound in it. */
export interface Sound {
  format: AudioFormat
  codec: AudioCodec
  /** Of what is really there, also in a file that was cut off. */
  durationSeconds: number
  /** Bits per second, averaged. */
  bitrate: number
  sampleRate: number
  channels: number
}

/**
 * Why a file of a known format cannot be taken: it ends too early, contradicts itself, holds no sound, is protected,
 * holds a sound that browsers do not play, requests too much work, took too long, or the system refused to read it.
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

/** Thrown by the readers of the formats, caught in audio-facts.ts. */
export class BrokenAudio extends Error {
  readonly reason: BrokenReason

  constructor(reason: BrokenReason) {
    super(reason)
    this.reason = reason
  }
}

/** Bits per second of the quietest sound; a length that claims less is a lie. */
const LEAST_BITRATE = 400
/** 32 channels of 768 kHz in 64 bits each; more is a lie, and beyond what a column keeps. */
const MOST_BITRATE = 1_600_000_000
/** FLAC's 20 bits, the widest field of a format made for listening. */
const MOST_SAMPLE_RATE = 2 ** 20
const MOST_CHANNELS = 255

/** Completes a sound by its average bitrate. @throws BrokenAudio when length and size cannot belong together */
export function soundOf(ranges: Omit<Sound, 'bitrate'>, soundBytes: number): Sound {
  const { durationSeconds, sampleRate, channels } = ranges
  if (!(durationSeconds > 0) || soundBytes <= 0) throw new BrokenAudio('no-sound')
  if (!(sampleRate > 0 && sampleRate <= MOST_SAMPLE_RATE)) throw new BrokenAudio('damaged')
  if (!(channels > 0 && channels <= MOST_CHANNELS)) throw new BrokenAudio('damaged')
  const bitrate = Math.round((soundBytes * 8) / durationSeconds)
  if (!(bitrate >= LEAST_BITRATE && bitrate <= MOST_BITRATE)) throw new BrokenAudio('damaged')
  return { ...ranges, bitrate }
}
