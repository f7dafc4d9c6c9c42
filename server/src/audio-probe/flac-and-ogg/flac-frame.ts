import type { ByteSource } from '../byte-source.ts'

/** The header of a FLAC frame. */
export interface FlacFrame {
  hasVariableBlocks: boolean
  /** The number of the frame, or with variable block sizes of its first sample. */
  number: number
  blockSamples: number
  /** Fields that are the same in all frames of a stream: sample rate, sample size, blocking strategy. */
  signature: number
}

const HEADER_MAX_BYTES = 16
const CRC8 = crcTable()

/** Reads the frame header at `offset`; undefined when there is none or its checksum is wrong. */
export function flacFrameAt(source: ByteSource, offset: number, end: number): FlacFrame | undefined {
  if (offset + 6 > end) return undefined
  const head = source.view(offset, Math.min(HEADER_MAX_BYTES, end - offset))
  const sync = head.readUInt16BE(0)
  if (sync !== 0xfff8 && sync !== 0xfff9) return undefined
  const blockCode = head.readUInt8(2) >> 4
  const rateCode = head.readUInt8(2) & 15
  const sizeCode = (head.readUInt8(3) >> 1) & 7
  if (blockCode === 0 || rateCode === 15 || (head.readUInt8(3) & 1) === 1) return undefined
  const number = codedNumber(head)
  if (number === undefined) return undefined
  const blockAt = 4 + number.bytes
  const rateAt = blockAt + (blockCode === 6 ? 1 : blockCode === 7 ? 2 : 0)
  const crcAt = rateAt + (rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0)
  if (crcAt >= head.length || crc8(head.subarray(0, crcAt)) !== head.readUInt8(crcAt)) return undefined
  return {
    hasVariableBlocks: sync === 0xfff9,
    number: number.value,
    blockSamples: blockSamples(blockCode, head, blockAt),
    signature: (sync << 8) | (rateCode << 4) | sizeCode,
  }
}

function blockSamples(code: number, head: Buffer, at: number): number {
  if (code === 1) return 192
  if (code <= 5) return 576 << (code - 2)
  if (code === 6) return head.readUInt8(at) + 1
  if (code === 7) return head.readUInt16BE(at) + 1
  return 256 << (code - 8)
}

/** A number in the variable-length coding of UTF-8, of up to 36 bits. */
function codedNumber(head: Buffer): { value: number; bytes: number } | undefined {
  const first = head.readUInt8(4)
  if (first < 0x80) return { value: first, bytes: 1 }
  const bytes = Math.clz32(~(first << 24))
  if (bytes < 2 || bytes > 7 || 4 + bytes > head.length) return undefined
  let value = first & (0x7f >> bytes)
  for (let index = 1; index < bytes; index += 1) {
    const next = head.readUInt8(4 + index)
    if (next >> 6 !== 2) return undefined
    value = value * 64 + (next & 0x3f)
  }
  return { value, bytes }
}

function crc8(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) crc = CRC8[crc ^ byte] ?? 0
  return crc
}

/** The table of a CRC with the polynomial x^8 + x^2 + x + 1. */
function crcTable(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, start) => {
    let value = start
    for (let bit = 0; bit < 8; bit += 1) value = (value & 0x80) === 0 ? value << 1 : (value << 1) ^ 0x07
    return value & 0xff
  })
}
