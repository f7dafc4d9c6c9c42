import type { ByteSource } from '../byte-source.ts'
import type { ByteRange } from '../embedded-cover.ts'

const HEADER_BYTES = 27
/** Header, 255 lengths, 255 × 255 bytes. */
export const PAGE_MAX_BYTES = HEADER_BYTES + 255 + 255 * 255

export interface OggPage {
  /** The first page of a logical stream. */
  isFirst: boolean
  /** Position in samples after this page; -1 when no packet ends in it. */
  granule: number
  serial: number
  segments: number
  bodyStart: number
  end: number
}

/**
 * Reads the page header at `offset`; undefined when there is none. The page itself may extend beyond the
 * file.
 */
export function oggPageAt(source: ByteSource, offset: number): OggPage | undefined {
  if (offset + HEADER_BYTES > source.size || !source.is(offset, 'OggS') || source.u8(offset + 4) !== 0)
    return undefined
  const segments = source.u8(offset + 26)
  const bodyStart = offset + HEADER_BYTES + segments
  if (bodyStart > source.size) return undefined
  let bodyBytes = 0
  for (let index = 0; index < segments; index += 1) bodyBytes += source.u8(offset + HEADER_BYTES + index)
  const high = source.u32le(offset + 10)
  return {
    isFirst: (source.u8(offset + 5) & 2) !== 0,
    granule: high >= 0x80000000 ? -1 : source.u64le(offset + 6),
    serial: source.u32le(offset + 14),
    segments,
    bodyStart,
    end: bodyStart + bodyBytes,
  }
}

/** Number of packets that end in this page. */
export function packetsEndingIn(source: ByteSource, page: OggPage): number {
  let packets = 0
  for (let index = page.segments; index > 0; index -= 1) {
    if (source.u8(page.bodyStart - index) < 255) packets += 1
  }
  return packets
}

const PAGES_PER_PACKET_MAX = 2000

/**
 * The file ranges of the packet that begins with the page at `offset`; it may span several pages. Undefined
 * when the packet is incomplete.
 */
export function packetAt(
  source: ByteSource,
  offset: number,
  serial: number,
): { ranges: ByteRange[]; pagesEnd: number } | undefined {
  const ranges: ByteRange[] = []
  let at = offset
  for (let pages = 0; pages < PAGES_PER_PACKET_MAX; pages += 1) {
    const page = oggPageAt(source, at)
    if (page === undefined || page.end > source.size) return undefined
    if (page.serial === serial && page.segments > 0) {
      const { length, isWhole } = leadingRange(source, page)
      ranges.push({ offset: page.bodyStart, length })
      if (isWhole) return { ranges, pagesEnd: page.end }
    }
    at = page.end
  }
  return undefined
}

/** The part of a page that belongs to its first packet, and whether that packet ends in the page. */
function leadingRange(source: ByteSource, page: OggPage): { length: number; isWhole: boolean } {
  let length = 0
  for (let index = page.segments; index > 0; index -= 1) {
    const lacing = source.u8(page.bodyStart - index)
    length += lacing
    if (lacing < 255) return { length, isWhole: true }
  }
  return { length, isWhole: false }
}
