/** A piece of encoded sound. Times count from the first sample that the decoder puts out. */
export interface SoundPacket {
  data: Uint8Array
  startSeconds: number
  /** The seconds that the decoder outputs for the packet, before anything is cut. */
  lengthSeconds: number
}

/** An opened file of music. */
export interface SoundFile {
  /** The media type of what `wrap` returns, with its codec. */
  type: string
  /** The seconds that the decoder outputs before the music. */
  delaySeconds: number
  /** The length of the music; undefined when it is only known at the end of the file. */
  durationSeconds: number | undefined
  /** The packets from this second of the music on. */
  packets: (fromSeconds: number) => AsyncGenerator<SoundPacket, void, undefined>
  /** The end of the music in the decoder's time, after the last packet was read. */
  endOf: (last: SoundPacket) => number
  /** Packets in a form that a SourceBuffer accepts; the first one is at second 0. */
  wrap: (packets: readonly SoundPacket[]) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

/** The file is not of the format that it states, or cannot be cut. */
export class UnsuitableFile extends Error {}
