import type { ByteSource } from '../byte-source.ts'
import { boxesIn, boxType, type Mp4Box } from './mp4-boxes.ts'

/** How the pictures of a track are packed and shown. */
export interface VisualSample {
  /** Four letters; empty until they are read. */
  codec: string
  /** Of H.264; 0 for others. */
  profile: number
  /** Pixels as shown: stretched and turned as the track says. */
  width: number
  height: number
}

const AVCC = boxType('avcC')
/** Of a picture entry, before its boxes. */
const ENTRY_BYTES = 78
const FRACTION_BITS = 65_536

/** Reads size and turn from a track's header. */
export function readShownSize(source: ByteSource, { body, end }: Mp4Box, visual: VisualSample): void {
  const later = source.u8(body) === 1 ? 12 : 0
  const matrix = body + 40 + later
  const size = body + 76 + later
  if (size + 8 > end) return
  const width = Math.round(source.u32(size) / FRACTION_BITS)
  const height = Math.round(source.u32(size + 4) / FRACTION_BITS)
  // A quarter turn: nothing of a picture's width stays level.
  const isTurned = source.u32(matrix) === 0 && source.u32(matrix + 4) !== 0
  visual.width = isTurned ? height : width
  visual.height = isTurned ? width : height
}

/** Reads a picture entry of the sample description table. */
export function readVisualSampleEntry(source: ByteSource, entry: Mp4Box, visual: VisualSample): void {
  visual.codec = source.view(entry.start + 4, 4).toString('latin1')
  if (entry.body + ENTRY_BYTES > entry.end) return
  if (visual.width === 0 || visual.height === 0) {
    visual.width = source.u16(entry.body + 24)
    visual.height = source.u16(entry.body + 26)
  }
  for (const box of boxesIn(source, entry.body + ENTRY_BYTES, entry.end)) {
    if (box.type === AVCC && box.body + 2 <= box.end) visual.profile = source.u8(box.body + 1)
  }
}
