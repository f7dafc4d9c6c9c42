import type { ByteSource } from '../byte-source.ts'

/** A box of an MP4 file; in a truncated file its `end` is beyond the end of the file. */
export interface Mp4Box {
  /** Four characters as a number. */
  type: number
  start: number
  body: number
  end: number
}

const HEADER_BYTES = 8
const LARGE_HEADER_BYTES = 16
/** Maximum number of boxes in one parent, and at the top level of a fragmented file. */
const BOXES_MAX = 50_000

/** Converts four characters to the number that is stored in the file. */
export function boxType(letters: string): number {
  return Buffer.from(letters, 'latin1').readUInt32BE(0)
}

/** The top-level boxes of a file from `start` on; the last one may be truncated. */
export function* boxesOfFile(source: ByteSource, start: number): Generator<Mp4Box> {
  let at = start
  for (let count = 0; count < BOXES_MAX && at + HEADER_BYTES <= source.size; count += 1) {
    const box = boxAt(source, at, source.size)
    if (box === undefined) return
    yield box
    at = box.end
  }
}

/**
 * The boxes between two offsets of a parent. A box that exceeds the parent ends the iteration: data after it
 * is not reliable.
 */
export function* boxesIn(source: ByteSource, start: number, end: number): Generator<Mp4Box> {
  let at = start
  for (let count = 0; count < BOXES_MAX && at + HEADER_BYTES <= end; count += 1) {
    const box = boxAt(source, at, end)
    if (box === undefined || box.end > end) return
    yield box
    at = box.end
  }
}

function boxAt(source: ByteSource, start: number, end: number): Mp4Box | undefined {
  const declared = source.u32(start)
  const type = source.u32(start + 4)
  if (declared === 0) return { type, start, body: start + HEADER_BYTES, end }
  if (declared !== 1) {
    return declared < HEADER_BYTES
      ? undefined
      : { type, start, body: start + HEADER_BYTES, end: start + declared }
  }
  if (start + LARGE_HEADER_BYTES > end) return undefined
  const large = source.u64(start + 8)
  if (large < LARGE_HEADER_BYTES || !Number.isSafeInteger(start + large)) return undefined
  return { type, start, body: start + LARGE_HEADER_BYTES, end: start + large }
}
