import { wavFile } from '../server/src/testing/wav-file.ts'

const SAMPLE_RATE = 8000

/** A WAV file with a tone, 8 bit and mono, so that many seconds stay small. */
export function toneFile(seconds: number, hertz = 440): Buffer {
  const samples = new Uint8Array(seconds * SAMPLE_RATE)
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = 128 + Math.round(60 * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE))
  return wavFile(samples, SAMPLE_RATE)
}
