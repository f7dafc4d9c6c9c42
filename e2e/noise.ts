import { dice } from '../server/src/testing/dice.ts'
import { wavFile } from '../server/src/testing/wav-file.ts'

/** 128 kbit/s. */
const SAMPLE_RATE = 8000
const LOUDNESS = 20_000
/**
 * The share of each new value in the filtered noise. Only low tones are left (up to some 400 Hz), so that sound which
 * is played a little faster is still similar.
 */
const SHARE = 0.25

/** Noise in which no moment sounds like another one, −1 to 1; each seed is another sound. */
export function noise(seed: number, count: number): Float32Array {
  const roll = dice(seed)
  let value = 0
  return Float32Array.from({ length: count }, () => {
    value += SHARE * (roll(2001) / 1000 - 1 - value)
    return value
  })
}

/** A WAV file of noise. */
export function noiseWav(seed: number, seconds: number): Buffer {
  const samples = Int16Array.from(noise(seed, seconds * SAMPLE_RATE), (value) => Math.round(value * LOUDNESS))
  return wavFile(samples, SAMPLE_RATE)
}
