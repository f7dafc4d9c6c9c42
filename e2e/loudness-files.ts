import { encodedFlac, BLOCK_SAMPLES } from '../demo/flac-encoder.ts'
import { vorbisComment } from '../server/src/testing/audio-samples.ts'
import { wavFile } from '../server/src/testing/wav-file.ts'

const SAMPLE_RATE = 44_100
const FULL_SCALE = 32_767

/** A tone with this level in dBFS; one oscillation in its middle is as loud as `peak`. */
export interface Tone {
  hertz: number
  level: number
  peak?: number
}

/** Samples of a tone of about this length; FLAC needs whole blocks. */
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

/** A mono file that the player joins to others on a timeline. */
export function flacTone(tone: Tone, seconds: number): { name: string; bytes: Buffer } {
  const bytes = encodedFlac([toneSamples(tone, seconds)], [0], SAMPLE_RATE, vorbisComment([]))
  return { name: 'tone.flac', bytes }
}

/** A mono file that plays in an audio element of its own. */
export function wavTone(tone: Tone, seconds: number): { name: string; bytes: Buffer } {
  return { name: 'tone.wav', bytes: wavFile(toneSamples(tone, seconds), SAMPLE_RATE) }
}
