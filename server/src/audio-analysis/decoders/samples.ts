import type { ChannelOrder } from '../meter/channel-weights.ts'

/** The samples that a decoder returns for one call. */
export interface SamplePiece {
  channels: readonly Float32Array[]
  /** Number of samples in each channel. */
  count: number
  sampleRate: number
}

/** A decoder of one file. It takes chunks of bytes and returns samples. */
export interface Decoder {
  order: ChannelOrder
  decode(bytes: Uint8Array): SamplePiece | Promise<SamplePiece>
  /** Returns the samples that are left after the last bytes. */
  flush(): SamplePiece | undefined | Promise<SamplePiece | undefined>
  free(): void
}

/** The error for a file that cannot be decoded, because it is damaged or there is no decoder for it. */
export class Undecodable extends Error {}
