import type { SoundFile, SoundPacket } from './sound-file.ts'

/**
 * Seconds of sound in a batch: a group of packets that is appended to the timeline in one operation. Nothing plays
 * until the first batch after an opening or a seek has arrived, so that batch is short. Each further batch is twice as
 * long as the previous one, up to `LONGEST_SECONDS`, and arrives while the previous one plays.
 */
const FIRST_SECONDS = 0.4
const LONGEST_SECONDS = 4
/**
 * Seconds of the newest packets that stay in memory until the next batch. The last batch is then longer than the
 * silence that is cut from the end of the file.
 */
const HELD_SECONDS = 0.3

/** Packets of one file that are appended to the timeline in one operation. Times as in `SoundPacket`. */
export interface Batch {
  bytes: Uint8Array<ArrayBuffer>
  startSeconds: number
  endSeconds: number
  /** Where the music of the file ends, if that is in this batch; otherwise undefined. */
  musicEndSeconds: number | undefined
}

/** Yields the batches of a file, from this second of its music on. */
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

/** How many of the last packets are left for the next batch: at least `HELD_SECONDS`. */
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
