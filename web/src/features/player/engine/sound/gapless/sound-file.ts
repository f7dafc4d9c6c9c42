/** A packet of encoded sound. Times count from the first sample that the decoder outputs for the file. */
export interface SoundPacket {
  data: Uint8Array
  startSeconds: number
  /** The seconds of sound that the decoder outputs for the packet, before silence at the ends of the file is cut. */
  lengthSeconds: number
}

/** An opened file of music whose packets can be read from any position. */
export interface SoundFile {
  /** The media type, with the codec, of the bytes that `wrap` returns. */
  type: string
  /** The seconds of sound that the decoder outputs before the music begins. */
  delaySeconds: number
  /** The length of the music in seconds; undefined when it is known only after the last packet was read. */
  durationSeconds: number | undefined
  /** Yields the packets from this second of the music on. */
  packets: (fromSeconds: number) => AsyncGenerator<SoundPacket, void, undefined>
  /** Where the music ends, in seconds of the decoder's output. Call it after the last packet was read. */
  endOf: (last: SoundPacket) => number
  /** Packs packets into a container that a SourceBuffer accepts; the first packet is at second 0. */
  wrap: (packets: readonly SoundPacket[]) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

/** The file does not have the format that its name states, or cannot be cut exactly to its music. */
export class UnsuitableFile extends Error {}
