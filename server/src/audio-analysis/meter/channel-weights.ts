/** The order in which a decoder returns more than two channels: that of WAV and FLAC, or that of Vorbis and Opus. */
export type ChannelOrder = 'wave' | 'vorbis'

const FRONT = 1
/**
 * Weights of channels: surround channels count with +1.5 dB, the low-frequency channel does not count. BS.1770-4, table
 * 3.
 */
const BACK = 1.41
const LOW = 0

const WAVE: Record<number, readonly number[]> = {
  4: [FRONT, FRONT, BACK, BACK],
  5: [FRONT, FRONT, FRONT, BACK, BACK],
  6: [FRONT, FRONT, FRONT, LOW, BACK, BACK],
  7: [FRONT, FRONT, FRONT, LOW, BACK, BACK, BACK],
  8: [FRONT, FRONT, FRONT, LOW, BACK, BACK, BACK, BACK],
}
const VORBIS: Record<number, readonly number[]> = {
  4: [FRONT, FRONT, BACK, BACK],
  5: [FRONT, FRONT, FRONT, BACK, BACK],
  6: [FRONT, FRONT, FRONT, BACK, BACK, LOW],
  7: [FRONT, FRONT, FRONT, BACK, BACK, BACK, LOW],
  8: [FRONT, FRONT, FRONT, BACK, BACK, BACK, BACK, LOW],
}

/** The weight of each channel in the loudness. */
export function channelWeights(channels: number, order: ChannelOrder): readonly number[] {
  const known = (order === 'vorbis' ? VORBIS : WAVE)[channels]
  return known ?? Array.from({ length: channels }, () => FRONT)
}
