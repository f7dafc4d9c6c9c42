/*
 * How many seconds of sound a decoder outputs for a packet. For the last packet, a container states the length after
 * its end is cut, which is too short for the browser: the browser needs the uncut length.
 */

const OPUS_RATE = 48_000
/** Samples of an Opus frame at 48 kHz, by the configuration number in the packet's first byte (RFC 6716 §3.1). */
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
 * Byte offsets in the Opus header: the number of samples before the music, the sample rate before encoding, and the
 * gain (RFC 7845 §5.1).
 */
const PRE_SKIP_OFFSET = 10
const INPUT_RATE_OFFSET = 12
const GAIN_OFFSET = 16

/** How many different gains the headers of opened Opus files get in turn; see `cutOpusHeader`. */
const GAIN_STEPS = 16
let opusFiles = 0

/**
 * Returns the seconds that the decoder outputs before the music, and a header that states no such samples: the timeline
 * cuts them, as it does for all formats.
 */
export function cutOpusHeader(header: Uint8Array): { delaySeconds: number; description: Uint8Array } {
  const description = header.slice()
  const view = new DataView(description.buffer)
  const delaySeconds = view.getUint16(PRE_SKIP_OFFSET, true) / OPUS_RATE
  view.setUint16(PRE_SKIP_OFFSET, 0)
  // Opus decoders output 48 kHz, whatever rate was encoded. Chromium cannot read an MP4 file that states two rates.
  view.setUint32(INPUT_RATE_OFFSET, OPUS_RATE, true)
  // The headers of consecutive tracks must differ. With an equal header the decoder would not be reset, and would
  // continue from the sound of the previous track. Two gains in turn would not be enough, because not every opened file
  // is played. A step of the gain is 1/256 dB; even all steps added are inaudible.
  opusFiles = (opusFiles + 1) % GAIN_STEPS
  view.setInt16(GAIN_OFFSET, view.getInt16(GAIN_OFFSET, true) + opusFiles, true)
  return { delaySeconds, description }
}

/** The offset of the block sizes in the first Vorbis header (Vorbis I specification, identification header). */
const BLOCK_SIZES_OFFSET = 28

/**
 * Calculates the lengths of a stream's packets, in their order. To decode a Vorbis packet, half of the previous block
 * is needed. The first packet therefore yields no sound; it is treated as a block before the music.
 *
 * @param headers - the three Vorbis headers in Xiph lacing
 */
export function vorbisLengths(headers: Uint8Array, sampleRate: number) {
  // The data begins with the number of headers. The lengths of all headers but the last follow, each as bytes of 255
  // and a smaller last byte.
  let at = 1
  for (let lengths = 0; lengths < 2; at += 1) if (headers[at] !== 255) lengths += 1
  const sizes = headers[at + BLOCK_SIZES_OFFSET] ?? 0
  const [short, long] = [1 << (sizes & 15), 1 << (sizes >> 4)]
  let before: number | undefined
  return {
    firstSeconds: short / 2 / sampleRate,
    secondsOf: (packet: Uint8Array): number => {
      // Encoders use two modes; mode 1 has long blocks.
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
