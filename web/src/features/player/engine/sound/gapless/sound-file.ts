/** A piece of encoded sound. Times count from the first sample that the decoder puts out. */
export interface SoundPacket {
  data: Uint8Array
  startSeconds: number
  /** What the decoder puts out for it, before anything is cut. */
  lengthSeconds: number
}

/** An opened file of music. */
export interface SoundFile {
  /** The media type of what `wrap` returns, with its codec. */
  type: string
  /** What the decoder puts out before the music. */
  delaySeconds: number
  /** The length of the music; undefined when it is only known at the end of the file. */
  durationSeconds: number | undefined
  /** The packets from this second of the music on. */
  packets: (fromSeconds: number) => AsyncGenerator<SoundPacket, void, undefined>
  /** The end of the music in the decoder's time, after the last packet was read. */
  endOf: (last: SoundPacket) => number
  /** Packets as bytes that a SourceBuffer takes; the first of them lies at its second 0. */
  wrap: (packets: readonly SoundPacket[]) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

/** The file is not what it claims, or not in a form that can be cut. */
export class UnsuitableFile extends Error {}
