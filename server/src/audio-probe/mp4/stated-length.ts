import { sourceOfBytes, type ByteSource } from '../byte-source.ts'
import { boxesIn, boxesOfFile, boxType } from './mp4-boxes.ts'

const BOX_HEADER_BYTES = 8

const FTYP = boxType('ftyp')
const MOOV = boxType('moov')
const TRAK = boxType('trak')
const EDTS = boxType('edts')
const ELST = boxType('elst')
const MDIA = boxType('mdia')
const MDHD = boxType('mdhd')

/** Bytes to write at `offset`, so that the header of the file states the length of the music. */
export interface LengthStatement {
  offset: number
  bytes: Buffer
}

/**
 * States the length of the music in the header that ffmpeg writes before fragments. ffmpeg leaves it at 0
 * (`mdhd` of ISO/IEC 14496-12), and browsers then take the fragments that they have for the whole file.
 *
 * @param head - the first bytes of the file, which has one track
 * @returns `incomplete` when more bytes are needed; undefined when it has no such header
 */
export function lengthStatement(
  head: Uint8Array,
  seconds: number,
): LengthStatement | 'incomplete' | undefined {
  const source = sourceOfBytes(head)
  if (source.size < BOX_HEADER_BYTES) return 'incomplete'
  if (source.u32(4) !== FTYP) return undefined
  for (const { type, body, end } of boxesOfFile(source, 0)) {
    if (end > source.size) return 'incomplete'
    if (type === MOOV) return inMovie(source, { body, end }, seconds)
  }
  return 'incomplete'
}

interface Range {
  body: number
  end: number
}

function inMovie(source: ByteSource, moov: Range, seconds: number): LengthStatement | undefined {
  const trak = childOf(source, moov, TRAK)
  const header = trak && childOf(source, childOf(source, trak, MDIA), MDHD)
  if (header === undefined || source.u8(header.body) !== 0) return undefined
  const edits = childOf(source, childOf(source, trak, EDTS), ELST)
  // The duration of a track includes the samples that the encoder added before the music, which an edit removes.
  const delayTicks = edits && source.u8(edits.body) === 0 ? source.u32(edits.body + 12) : 0
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(delayTicks + Math.round(Math.max(0, seconds) * source.u32(header.body + 12)))
  return { offset: header.body + 16, bytes }
}

function childOf(source: ByteSource, parent: Range | undefined, type: number): Range | undefined {
  if (parent === undefined) return undefined
  for (const box of boxesIn(source, parent.body, parent.end)) if (box.type === type) return box
  return undefined
}
