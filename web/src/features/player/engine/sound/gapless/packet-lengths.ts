/*
 * How many seconds a decoder outputs for a packet. Containers state less for the last packet, because its end is cut.
 * The browser must get the uncut length.
 */

const OPUS_RATE = 48_000
/** Samples of an Opus frame at 48 kHz, by the configuration in its first byte (RFC 6716 §3.1). */
const SILK = [480, 960, 1920, 2880]
const HYBRID = [480, 960]
const CELT = [120, 240, 480, 960]

export function opusSeconds(packet: Uint8Array): number {
  const [toc = 0, second = 0] = packet
  const config = toc >> 3
  const samples = config < 12 ? SILK[config % 4] : config < 16 ? HYBRID[config % 2] : CELT[config % 4]
  const frames = [1, 2, 2, second & 0x3f][toc & 3]
  return ((samples ?? 0) * (frames ?? 1)) / OPUS_RATE
}

/**
 * Where the header of Opus states the samples before the music, the rate before encoding, and the gain (RFC 7845 §5.1).
 */
const PRE_SKIP_OFFSET = 10
const INPUT_RATE_OFFSET = 12
const GAIN_OFFSET = 16

/** How many different gains the headers of consecutively opened files get; see `cutOpusHeader`. */
const GAIN_STEPS = 16
let opusFiles = 0

/** The seconds before the music, and the header changed to state none: the timeline cuts them, as for all formats. */
export function cutOpusHeader(header: Uint8Array): { delaySeconds: number; description: Uint8Array } {
  const description = header.slice()
  const view = new DataView(description.buffer)
  const delaySeconds = view.getUint16(PRE_SKIP_OFFSET, true) / OPUS_RATE
  view.setUint16(PRE_SKIP_OFFSET, 0)
  // Decoders put out 48 kHz whatever was encoded, and Chromium reads no MP4 that states two rates.
  view.setUint32(INPUT_RATE_OFFSET, OPUS_RATE, true)
  // The headers of two tracks must differ, so that the decoder begins anew: it would go on from the sound before. Files
  // are opened that never follow each other, so that two steps would not do. One is 1/256 dB; all cannot be heard.
  opusFiles = (opusFiles + 1) % GAIN_STEPS
  view.setInt16(GAIN_OFFSET, view.getInt16(GAIN_OFFSET, true) + opusFiles, true)
  return { delaySeconds, description }
}

/** The offset of the block sizes in the first header of Vorbis (Vorbis I specification, identification header). */
const BLOCK_SIZES_OFFSET = 28

/**
 * The lengths of the packets of a stream, in their order. A packet is decoded with half of the previous block, so that
 * the first packet yields nothing: it counts as a block before the music.
 *
 * @param headers - the three headers in Xiph lacing
 */
export function vorbisLengths(headers: Uint8Array, sampleRate: number) {
  // The number of headers, then the lengths of all but the last, in bytes of up to 255.
  let at = 1
  for (let lengths = 0; lengths < 2; at += 1) if (headers[at] !== 255) lengths += 1
  const sizes = headers[at + BLOCK_SIZES_OFFSET] ?? 0
  const [short, long] = [1 << (sizes & 15), 1 << (sizes >> 4)]
  let before: number | undefined
  return {
    firstSeconds: short / 2 / sampleRate,
    secondsOf: (packet: Uint8Array): number => {
      // Encoders have two modes, the second with long blocks.
      const block = ((packet[0] ?? 0) & 2) === 0 ? short : long
      const samples = before === undefined ? short / 2 : (before + block) / 4
      before = block
      return samples / sampleRate
    },
    /** Call this before a packet that does not follow the previous one. */
    restart: () => {
      before = undefined
    },
  }
}
