import type { ByteRanges } from './byte-ranges.ts'
import { frameAt, HEADER_BYTES, id3Bytes, xingHeaderIn, type Mp3Frame } from './mp3-frames.ts'
import { UnsuitableFile, type SoundFile, type SoundPacket } from './sound-file.ts'

/** Bytes that are searched for a frame in one step. */
const PIECE = 16_384
/** When no frame is found within this many bytes, the rest of the file is taken to contain no sound. */
const LOST_AFTER = 65_536
/** Maximum number of consecutive ID3v2 tags that are skipped. */
const TAGS_MAX = 8
/**
 * Reading begins this many frames before the requested one, because the data of a frame may begin in previous frames
 * (the bit reservoir).
 */
const FRAMES_BEFORE = 4
/**
 * Number of recently read frames whose byte offsets are stored, so that reading can continue exactly where it was
 * interrupted.
 */
const RECENT_FRAMES = 64

interface FoundFrame extends Mp3Frame {
  at: number
}

/** Opens a file of MPEG audio layer III (MP3). @throws LoadFailure @throws UnsuitableFile */
export async function openMp3(bytes: ByteRanges): Promise<SoundFile> {
  const size = await bytes.size()
  let at = 0
  for (let tags = 0; tags < TAGS_MAX; tags += 1) {
    const tag = id3Bytes(await bytes.read(at, at + 10))
    if (tag === 0) break
    at += tag
  }
  const first = await findFrame(bytes, at, size)
  if (!first) throw new UnsuitableFile('No frame was found')
  const xing = xingHeaderIn(await bytes.read(first.at, first.at + first.bytes), first.xingOffset)
  const { sampleRate, samples } = first
  const soundAt = xing ? first.at + first.bytes : first.at
  const frameSeconds = samples / sampleRate
  const delaySeconds = (xing?.delaySamples ?? 0) / sampleRate
  const paddingSeconds = (xing?.paddingSamples ?? 0) / sampleRate
  const length = xing?.frames === undefined ? undefined : xing.frames * frameSeconds
  // Without a Xing header the duration is estimated from the file size, as if all frames had the size of the first one.
  const estimate = length ?? ((size - soundAt) / first.bytes) * frameSeconds

  let recent: { at: number; index: number }[] = []

  /** The byte offset from which the frame for this second is searched, and the number of frames before that offset. */
  function placeOf(seconds: number): { at: number; index: number } {
    const index = Math.max(0, Math.floor(seconds / frameSeconds) - FRAMES_BEFORE)
    if (index === 0) return { at: soundAt, index: 0 }
    const known = recent.find((frame) => frame.index === index)
    if (known) return known
    const share = shareAt(xing?.seekTable, (index * frameSeconds) / estimate)
    return { at: Math.floor(soundAt + share * (size - soundAt)), index }
  }

  return {
    type: 'audio/mpeg',
    delaySeconds,
    durationSeconds: length === undefined ? undefined : length - delaySeconds - paddingSeconds,
    async *packets(fromSeconds) {
      const place = placeOf(fromSeconds + delaySeconds)
      let next = place.at
      let { index } = place
      for (;;) {
        const frame = await findFrame(bytes, next, size, sampleRate)
        if (!frame) return
        const data = await bytes.read(frame.at, frame.at + frame.bytes)
        if (data.length < frame.bytes) return
        yield { data, startSeconds: index * frameSeconds, lengthSeconds: frameSeconds }
        recent = [...recent.slice(1 - RECENT_FRAMES), { at: frame.at, index }]
        index += 1
        next = frame.at + frame.bytes
      }
    },
    endOf: ({ startSeconds, lengthSeconds }: SoundPacket) => startSeconds + lengthSeconds - paddingSeconds,
    wrap: (packets) => Promise.resolve(joined(packets)),
    close: bytes.close,
  }
}

/** Converts a share of the duration (0 to 1) to the share of the file's bytes, by the seek table if there is one. */
function shareAt(table: Uint8Array | undefined, share: number): number {
  if (!table) return Math.min(1, share)
  const percent = Math.min(99, Math.max(0, share * 100))
  const [from, to] = [table[Math.floor(percent)] ?? 0, table[Math.floor(percent) + 1] ?? 256]
  return (from + (to - from) * (percent % 1)) / 256
}

/**
 * Finds the next frame from this offset on; undefined when there is none. Bytes count as a frame only if another frame
 * or the end of the file follows them.
 */
async function findFrame(
  bytes: ByteRanges,
  from: number,
  size: number,
  sampleRate?: number,
): Promise<FoundFrame | undefined> {
  // While frames are read in sequence, the next one begins exactly here, so that no search is needed.
  const following =
    sampleRate === undefined ? undefined : frameAt(await bytes.read(from, from + HEADER_BYTES), 0)
  if (following?.sampleRate === sampleRate && following) return { ...following, at: from }
  for (let start = from; start < Math.min(size, from + LOST_AFTER); start += PIECE) {
    const piece = await bytes.read(start, start + PIECE + HEADER_BYTES)
    for (let offset = 0; offset < Math.min(PIECE, piece.length - HEADER_BYTES + 1); offset += 1) {
      const frame = frameAt(piece, offset)
      if (!frame || (sampleRate !== undefined && frame.sampleRate !== sampleRate)) continue
      const at = start + offset
      const follows = frameAt(await bytes.read(at + frame.bytes, at + frame.bytes + HEADER_BYTES), 0)
      if (follows?.sampleRate === frame.sampleRate || at + frame.bytes >= size) return { ...frame, at }
    }
  }
  return undefined
}

function joined(packets: readonly SoundPacket[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(packets.reduce((sum, { data }) => sum + data.length, 0))
  let at = 0
  for (const { data } of packets) {
    all.set(data, at)
    at += data.length
  }
  return all
}
