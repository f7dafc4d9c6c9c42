import { createHash } from 'node:crypto'
import { BitWriter } from './bit-writer.ts'

/** Samples per frame. */
export const BLOCK_SAMPLES = 4608
/** Codes of these values in a frame's header: RFC 9639 §9.1. */
const [BLOCK_SAMPLES_CODE, RATE_IN_HERTZ_FOLLOWS] = [5, 13] as const
/** A block has 16 partitions, each with its own parameter. */
const PARTITION_ORDER = 4

/**
 * Encodes mono sound of 16 bits as FLAC, with fixed predictors. A section that is repeated is encoded only once. The
 * length of a section must be a multiple of `BLOCK_SAMPLES`. `comments` is the body of a Vorbis comment block.
 */
export function encodedFlac(
  sections: readonly Int16Array[],
  form: readonly number[],
  sampleRate: number,
  comments: Buffer,
): Buffer {
  const subframesOf = sections.map((samples) =>
    Array.from({ length: samples.length / BLOCK_SAMPLES }, (_, number) =>
      subframe(samples.subarray(number * BLOCK_SAMPLES, (number + 1) * BLOCK_SAMPLES)),
    ),
  )
  const frames = form
    .flatMap((index) => subframesOf[index] ?? [])
    .map((coded, number) => frame(coded, number, sampleRate))
  const sizes = frames.map(({ length }) => length)
  const sum = createHash('md5')
  for (const index of form) sum.update(sections[index] ?? new Int16Array())
  const info = new BitWriter()
  info.write(BLOCK_SAMPLES, 16)
  info.write(BLOCK_SAMPLES, 16)
  info.write(Math.min(...sizes), 24)
  info.write(Math.max(...sizes), 24)
  info.write(sampleRate, 20)
  info.write(0, 3)
  info.write(15, 5)
  info.write(0, 4)
  info.write(frames.length * BLOCK_SAMPLES, 32)
  return Buffer.concat([
    Buffer.from('fLaC'),
    block(0, Buffer.concat([info.finish(), sum.digest()]), false),
    block(4, comments, true),
    ...frames,
  ])
}

function block(type: number, body: Buffer, isLast: boolean): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(((isLast ? 0x80000000 : 0) + type * 0x1000000 + body.length) >>> 0)
  return Buffer.concat([header, body])
}

function frame(subframe: Buffer, number: number, sampleRate: number): Buffer {
  const bits = new BitWriter()
  bits.write(0xfff8, 16)
  bits.write(BLOCK_SAMPLES_CODE, 4)
  // The header of the stream also has the sample rate. But demuxers read the duration of a frame from the frame itself.
  // Without it FFmpeg gives frames no duration and the last frame no timestamp, and browsers do not play that frame.
  bits.write(RATE_IN_HERTZ_FOLLOWS, 4)
  // Mono, 16 bits.
  bits.write(0, 4)
  bits.write(4, 3)
  bits.write(0, 1)
  for (const byte of codedNumber(number)) bits.write(byte, 8)
  bits.write(sampleRate, 16)
  bits.write(crc(bits.soFar(), 8, 0x07), 8)
  const bytes = Buffer.concat([bits.finish(), subframe])
  const sum = Buffer.alloc(2)
  sum.writeUInt16BE(crc(bytes, 16, 0x8005))
  return Buffer.concat([bytes, sum])
}

/** Encodes a number like a code point in UTF-8. Two bytes are enough: a demo piece has far fewer than 2048 frames. */
function codedNumber(number: number): number[] {
  return number < 0x80 ? [number] : [0xc0 | (number >> 6), 0x80 | (number & 0x3f)]
}

function subframe(given: Int16Array): Buffer {
  const bits = new BitWriter()
  const wasted = wastedBits(given)
  const samples = wasted === 0 ? given : given.map((sample) => sample >> wasted)
  const order = bestOrder(samples)
  bits.write(8 + order, 7)
  bits.write(wasted === 0 ? 0 : 1, 1)
  if (wasted > 0) {
    bits.writeZeros(wasted - 1)
    bits.write(1, 1)
  }
  const mask = (1 << (16 - wasted)) - 1
  for (let at = 0; at < order; at += 1) bits.write((samples[at] ?? 0) & mask, 16 - wasted)
  const residual = residuals(samples, order)
  const partition = samples.length >> PARTITION_ORDER
  bits.write(0, 2)
  bits.write(PARTITION_ORDER, 4)
  for (let from = 0; from < samples.length; from += partition) {
    writeRice(bits, residual.subarray(Math.max(0, from - order), from + partition - order))
  }
  return bits.finish()
}

/** The number of lowest bits that are zero in all samples. */
function wastedBits(samples: Int16Array): number {
  let used = 0
  for (const sample of samples) used |= sample
  return used === 0 ? 0 : 31 - Math.clz32(used & -used)
}

/** The residuals of a predictor of this order, without the first `order` samples. */
function residuals(samples: Int16Array, order: number): Int32Array {
  const rest = Int32Array.from(samples)
  for (let turn = 1; turn <= order; turn += 1) {
    for (let at = rest.length - 1; at >= turn; at -= 1) rest[at] = (rest[at] ?? 0) - (rest[at - 1] ?? 0)
  }
  return rest.subarray(order)
}

/** The order of the predictor with the smallest residuals. */
function bestOrder(samples: Int16Array): number {
  let [last1, last2, last3, last4] = [0, 0, 0, 0]
  let [cost0, cost1, cost2, cost3, cost4] = [0, 0, 0, 0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    const miss0 = samples[at] ?? 0
    const miss1 = miss0 - last1
    const miss2 = miss1 - last2
    const miss3 = miss2 - last3
    const miss4 = miss3 - last4
    last1 = miss0
    last2 = miss1
    last3 = miss2
    last4 = miss3
    if (at < 4) continue
    cost0 += Math.abs(miss0)
    cost1 += Math.abs(miss1)
    cost2 += Math.abs(miss2)
    cost3 += Math.abs(miss3)
    cost4 += Math.abs(miss4)
  }
  const costs = [cost0, cost1, cost2, cost3, cost4]
  return costs.indexOf(Math.min(...costs))
}

function writeRice(bits: BitWriter, values: Int32Array): void {
  let sum = 0
  for (let at = 0; at < values.length; at += 1) sum += Math.abs(values[at] ?? 0)
  const mean = sum / Math.max(1, values.length)
  const parameter = Math.min(14, Math.max(0, Math.floor(Math.log2(mean + 1)) + (mean > 0 ? 1 : 0)))
  bits.write(parameter, 4)
  const top = 1 << parameter
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    const folded = value >= 0 ? value * 2 : -value * 2 - 1
    const zeros = folded >>> parameter
    const code = top | (folded & (top - 1))
    // Most codes are short enough for a single call.
    if (zeros + 1 + parameter <= 24) bits.write(code, zeros + 1 + parameter)
    else {
      bits.writeZeros(zeros)
      bits.write(code, parameter + 1)
    }
  }
}

const tables = new Map<number, Uint16Array>()

/** Checksum of 8 or 16 bits with this polynomial. */
function crc(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const table = tables.get(width) ?? crcTable(width, polynomial)
  tables.set(width, table)
  const mask = width === 8 ? 0xff : 0xffff
  let sum = 0
  for (let at = 0; at < bytes.length; at += 1) {
    sum = ((sum << 8) & mask) ^ (table[((sum >> (width - 8)) ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  }
  return sum
}

function crcTable(width: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (width - 1)
  return Uint16Array.from({ length: 256 }, (_, start) => {
    let value = start << (width - 8)
    for (let bit = 0; bit < 8; bit += 1) value = (value & top) === 0 ? value << 1 : (value << 1) ^ polynomial
    return value & (width === 8 ? 0xff : 0xffff)
  })
}
