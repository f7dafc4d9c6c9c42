import type { SoundFile, SoundPacket } from './sound-file.ts'

/**
 * Seconds of the first batch after an opening or a seek, which is waited for. Each one is twice as long as the one
 * before, so that it arrives while that one plays, up to the longest.
 */
const FIRST_SECONDS = 0.4
const LONGEST_SECONDS = 4
/** Seconds that are held back: the last batch must be longer than what is cut from the end. */
const HELD_SECONDS = 0.3

/** Some seconds of sound that are appended at once. Times as in `SoundPacket`. */
export interface Batch {
  bytes: Uint8Array<ArrayBuffer>
  startSeconds: number
  endSeconds: number
  /** The end of the music, if it is in this batch. */
  musicEndSeconds: number | undefined
}

/** The batches of a file from this second of its music on. */
export async function* batchesOf(
  file: SoundFile,
  fromSeconds: number,
): AsyncGenerator<Batch, void, undefined> {
  let packets: SoundPacket[] = []
  let length = 0
  let wanted = FIRST_SECONDS
  for await (const packet of file.packets(fromSeconds)) {
    packets.push(packet)
    length += packet.lengthSeconds
    if (length < wanted + HELD_SECONDS) continue
    const held = heldBack(packets)
    yield await batchOf(file, packets.slice(0, -held), undefined)
    packets = packets.slice(-held)
    length = packets.reduce((sum, { lengthSeconds }) => sum + lengthSeconds, 0)
    wanted = Math.min(2 * wanted, LONGEST_SECONDS)
  }
  const last = packets.at(-1)
  if (last) yield await batchOf(file, packets, file.endOf(last))
}

/** The number of packets that are held back. */
function heldBack(packets: readonly SoundPacket[]): number {
  let count = 0
  let length = 0
  while (length < HELD_SECONDS && count < packets.length - 1) {
    count += 1
    length += packets.at(-count)?.lengthSeconds ?? 0
  }
  return Math.max(1, count)
}

async function batchOf(
  file: SoundFile,
  packets: readonly SoundPacket[],
  musicEndSeconds: number | undefined,
): Promise<Batch> {
  const [first, last] = [packets.at(0), packets.at(-1)]
  if (!first || !last) throw new Error('A batch has packets')
  return {
    bytes: await file.wrap(packets),
    startSeconds: first.startSeconds,
    endSeconds: last.startSeconds + last.lengthSeconds,
    musicEndSeconds,
  }
}
