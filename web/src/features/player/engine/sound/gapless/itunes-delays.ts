import type { ByteRanges } from './byte-ranges.ts'

/**
 * What iTunes and similar encoders write into an MP4 file: how many samples the encoder has added before the music, and
 * the length of the music.
 */
export interface ItunesDelays {
  delaySamples: number
  musicSamples: number
}

const HEADER = 8
const BOXES_MAX = 400
/** Maximum number of bytes of a metadata item that is read; larger items contain covers. */
const TAG_MAX = 4096

interface Box {
  name: string
  from: number
  to: number
}

/** Reads the tag `iTunSMPB` of an MP4 file; undefined when the file has none. @throws LoadFailure */
export async function itunesDelaysOf(bytes: ByteRanges): Promise<ItunesDelays | undefined> {
  let inside: Box | undefined = { name: '', from: 0, to: await bytes.size() }
  for (const name of ['moov', 'udta', 'meta', 'ilst']) {
    inside = (await boxesOf(bytes, inside)).find((box) => box.name === name)
    if (!inside) return undefined
    // A `meta` box has a version and flags before its inner boxes.
    if (name === 'meta') inside = { ...inside, from: inside.from + 4 }
  }
  for (const { name, from, to } of await boxesOf(bytes, inside)) {
    if (name !== '----' || to - from > TAG_MAX) continue
    const found = itunesDelaysIn(String.fromCharCode(...(await bytes.read(from, to))))
    if (found) return found
  }
  return undefined
}

/**
 * Parses the hexadecimal numbers of the tag: the second one is the number of samples before the music, the fourth one
 * is the length of the music in samples.
 */
function itunesDelaysIn(tag: string): ItunesDelays | undefined {
  const [, delay, , length] =
    /iTunSMPB[^]*? [\dA-F]{8} ([\dA-F]{8}) ([\dA-F]{8}) ([\dA-F]{16})/i.exec(tag) ?? []
  if (delay === undefined || length === undefined) return undefined
  const musicSamples = Number.parseInt(length, 16)
  return musicSamples === 0 ? undefined : { delaySamples: Number.parseInt(delay, 16), musicSamples }
}

async function boxesOf(bytes: ByteRanges, { from, to }: Box): Promise<Box[]> {
  const found: Box[] = []
  for (let at = from; at + HEADER <= to && found.length < BOXES_MAX;) {
    const head = await bytes.read(at, at + HEADER + 8)
    if (head.length < HEADER) break
    const view = new DataView(head.buffer)
    const size = view.getUint32(0)
    const isLarge = size === 1 && head.length === HEADER + 8
    const length = isLarge ? Number(view.getBigUint64(HEADER)) : size === 0 ? to - at : size
    if (length < HEADER) break
    const name = String.fromCharCode(...head.subarray(4, HEADER))
    found.push({ name, from: at + (isLarge ? HEADER + 8 : HEADER), to: Math.min(to, at + length) })
    at += length
  }
  return found
}
