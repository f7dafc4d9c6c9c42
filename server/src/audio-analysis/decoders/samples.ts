import type { ChannelOrder } from '../meter/channel-weights.ts'

/** What a decoder returns at a time. */
export interface SamplePiece {
  channels: readonly Float32Array[]
  /** Samples of each channel. */
  count: number
  sampleRate: number
}

/** A decoder of one file: pieces of bytes in, samples out. */
export interface Decoder {
  order: ChannelOrder
  decode(bytes: Uint8Array): SamplePiece | Promise<SamplePiece>
  /** The samples that are left after the last bytes. */
  flush(): SamplePiece | undefined | Promise<SamplePiece | undefined>
  free(): void
}

/** A file that cannot be decoded: damaged, or without a decoder. */
export class Undecodable extends Error {}
