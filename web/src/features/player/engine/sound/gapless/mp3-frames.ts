/** The properties of one frame of MPEG audio layer III (ISO/IEC 11172-3, 13818-3), as its header states them. */
export interface Mp3Frame {
  bytes: number
  samples: number
  sampleRate: number
  /** The offset within the frame at which the side information ends. A Xing header would begin there. */
  xingOffset: number
}

const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Sample rates in Hz, by the two bits of the version: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const RATES = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]
const LAYER_3 = 1
const MONO = 3

/** Length of a frame's header in bytes. */
export const HEADER_BYTES = 4

/** The frame that begins at the offset `at`; undefined when no frame begins there. */
export function frameAt(bytes: Uint8Array, at: number): Mp3Frame | undefined {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + HEADER_BYTES)
  if (sync !== 0xff || (second & 0xe0) !== 0xe0 || ((second >> 1) & 3) !== LAYER_3) return undefined
  const version = (second >> 3) & 3
  const isFirst = version === 3
  const kbits = (isFirst ? KBITS_1 : KBITS_2)[third >> 4]
  const sampleRate = RATES[version]?.[(third >> 2) & 3]
  if (!kbits || sampleRate === undefined) return undefined
  const samples = isFirst ? 1152 : 576
  const isMono = fourth >> 6 === MONO
  const sideBytes = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    bytes: Math.floor((samples / 8) * ((kbits * 1000) / sampleRate)) + ((third >> 1) & 1),
    samples,
    sampleRate,
    xingOffset: HEADER_BYTES + sideBytes,
  }
}

/** What the Xing header, which the first frame contains instead of sound, states about the file. */
export interface XingHeader {
  frames: number | undefined
  /** The position in the file, in 256ths of its size, for each percent of the duration. */
  seekTable: Uint8Array | undefined
  /**
   * How many samples the encoder has added before and after the music; undefined when the header does not state them.
   */
  delaySamples: number | undefined
  paddingSamples: number | undefined
}

const FRAMES = 1
const BYTES = 2
const SEEK_TABLE = 4
const QUALITY = 8
/**
 * The offset of the delay and the padding in the LAME header. That header follows the Xing header and begins with the
 * encoder's name.
 */
const DELAYS_OFFSET = 21

/**
 * The header that Xing, LAME and other encoders write into the first frame; undefined when the frame contains sound.
 */
export function xingHeaderIn(frame: Uint8Array, offset: number): XingHeader | undefined {
  const name = String.fromCharCode(...frame.subarray(offset, offset + 4))
  if (name !== 'Xing' && name !== 'Info') return undefined
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (frame.length < offset + 8) return undefined
  const flags = view.getUint32(offset + 4)
  let at = offset + 8
  const take = (flag: number, length: number) => {
    if ((flags & flag) === 0) return undefined
    at += length
    return at <= frame.length ? at - length : undefined
  }
  const framesAt = take(FRAMES, 4)
  take(BYTES, 4)
  const tableAt = take(SEEK_TABLE, 100)
  take(QUALITY, 4)
  const delays =
    at + DELAYS_OFFSET + 3 <= frame.length && frame[at] !== 0
      ? (view.getUint16(at + DELAYS_OFFSET) << 8) | view.getUint8(at + DELAYS_OFFSET + 2)
      : undefined
  return {
    frames: framesAt === undefined ? undefined : view.getUint32(framesAt),
    seekTable: tableAt === undefined ? undefined : frame.slice(tableAt, tableAt + 100),
    delaySamples: delays === undefined ? undefined : delays >> 12,
    paddingSamples: delays === undefined ? undefined : delays & 0xfff,
  }
}

/** The length in bytes of the ID3v2 tag at the beginning of `head`; 0 when there is none. */
export function id3Bytes(head: Uint8Array): number {
  if (head.length < 10 || String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : 10
  return 10 + footer + ((a << 21) | (b << 14) | (c << 7) | d)
}
