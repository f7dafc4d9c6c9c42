import type { ByteSource } from '../byte-source.ts'
import { boxesIn, boxType, type Mp4Box } from './mp4-boxes.ts'

/** Codec and dimensions of a video track. */
export interface VisualSample {
  /** Four characters; empty until they are read. */
  codec: string
  /** The H.264 profile; 0 for other codecs. */
  profile: number
  /** Pixels as displayed, after the scaling and rotation of the track. */
  width: number
  height: number
}

const AVCC = boxType('avcC')
/** Size of a visual sample entry before its boxes. */
const ENTRY_BYTES = 78
const FRACTION_BITS = 65_536

/** Reads dimensions and rotation from a track header. */
export function readShownSize(source: ByteSource, { body, end }: Mp4Box, visual: VisualSample): void {
  const later = source.u8(body) === 1 ? 12 : 0
  const matrix = body + 40 + later
  const size = body + 76 + later
  if (size + 8 > end) return
  const width = Math.round(source.u32(size) / FRACTION_BITS)
  const height = Math.round(source.u32(size + 4) / FRACTION_BITS)
  // Rotated by 90 or 270 degrees: width and height are swapped.
  const isTurned = source.u32(matrix) === 0 && source.u32(matrix + 4) !== 0
  visual.width = isTurned ? height : width
  visual.height = isTurned ? width : height
}

/** Reads a visual entry of the sample description table. */
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
