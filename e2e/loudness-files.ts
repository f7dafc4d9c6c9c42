import { encodedFlac, BLOCK_SAMPLES } from '../demo/flac-encoder.ts'
import { vorbisComment } from '../server/src/testing/audio-samples.ts'

const SAMPLE_RATE = 44_100
const FULL_SCALE = 32_767

/** A tone: its level in dBFS, and one oscillation in its middle that is as loud as this peak. */
export interface Tone {
  hertz: number
  level: number
  peak?: number
}

/** Samples of a tone with whole blocks of FLAC, about as long as asked for. */
function toneSamples({ hertz, level, peak = level }: Tone, seconds: number): Int16Array {
  const blocks = Math.round((seconds * SAMPLE_RATE) / BLOCK_SAMPLES)
  const samples = new Int16Array(blocks * BLOCK_SAMPLES)
  const oscillation = SAMPLE_RATE / hertz
  const middle = Math.floor(samples.length / 2 / oscillation) * oscillation
  for (let index = 0; index < samples.length; index += 1) {
    const isPeak = index >= middle && index < middle + oscillation
    const amplitude = 10 ** ((isPeak ? peak : level) / 20)
    samples[index] = Math.round(
      amplitude * FULL_SCALE * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE),
    )
  }
  return samples
}

/** A mono file that browsers join to others. */
export function flacTone(tone: Tone, seconds: number): { name: string; bytes: Buffer } {
  const bytes = encodedFlac([toneSamples(tone, seconds)], [0], SAMPLE_RATE, vorbisComment([]))
  return { name: 'tone.flac', bytes }
}

/** A mono file that plays with an element of its own. */
export function wavTone(tone: Tone, seconds: number): { name: string; bytes: Buffer } {
  const samples = toneSamples(tone, seconds)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLE_RATE, 24)
  head.writeUInt32LE(SAMPLE_RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return { name: 'tone.wav', bytes: Buffer.concat([head, Buffer.from(samples.buffer)]) }
}
