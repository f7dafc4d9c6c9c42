/** Number of samples from which each interpolated value is computed. */
const TAPS = 12
const MOST_PHASES = 4
/** Number of samples that are checked at once. If all of them are too low for a new peak, nothing is interpolated. */
const STEP = 64

/**
 * The weights of the interpolated positions between two samples: a sinc function in a Hann window. BS.1770-4, annex 2,
 * describes the method.
 */
function weightsFor(phases: number): Float32Array[] {
  const length = TAPS * phases + 1
  const centre = (length - 1) / 2
  return Array.from({ length: phases - 1 }, (_, phase) =>
    Float32Array.from({ length: TAPS }, (_unused, tap) => {
      const at = tap * phases + phase + 1
      const distance = ((at - centre) * Math.PI) / phases
      const sinc = distance === 0 ? 1 : Math.sin(distance) / distance
      return sinc * 0.5 * (1 - Math.cos((2 * Math.PI * at) / (length - 1)))
    }),
  )
}

/** Finds the true peak of one channel: the largest value of the signal, also between the samples. */
export class TruePeak {
  readonly #weights: readonly Float32Array[]
  /** The largest factor by which an interpolated value exceeds the samples around it. */
  readonly #gain: number
  /** The last samples before the current step, followed by the samples of the step. */
  readonly #line = new Float32Array(TAPS - 1 + STEP)
  #peak = 0

  /** From 96 kHz half as much interpolation is needed, and from 192 kHz none. */
  constructor(sampleRate: number) {
    this.#weights = weightsFor(sampleRate >= 192_000 ? 1 : sampleRate >= 96_000 ? 2 : MOST_PHASES)
    const gains = this.#weights.map((weights) => weights.reduce((sum, weight) => sum + Math.abs(weight), 0))
    this.#gain = Math.max(1, ...gains)
  }

  get peak(): number {
    return this.#peak
  }

  add(samples: Float32Array, start: number, end: number): void {
    const line = this.#line
    for (let at = start; at < end; at += STEP) {
      const count = Math.min(STEP, end - at)
      let largest = 0
      for (let index = 0; index < TAPS - 1; index += 1) {
        const size = Math.abs(line[index] ?? 0)
        if (size > largest) largest = size
      }
      for (let index = 0; index < count; index += 1) {
        const sample = samples[at + index] ?? 0
        line[TAPS - 1 + index] = sample
        const size = sample < 0 ? -sample : sample
        if (size > largest) largest = size
        if (size > this.#peak) this.#peak = size
      }
      if (largest * this.#gain > this.#peak) this.#interpolate(count)
      line.copyWithin(0, count, count + TAPS - 1)
    }
  }

  #interpolate(count: number): void {
    const line = this.#line
    let peak = this.#peak
    for (const weights of this.#weights) {
      const [
        w0 = 0,
        w1 = 0,
        w2 = 0,
        w3 = 0,
        w4 = 0,
        w5 = 0,
        w6 = 0,
        w7 = 0,
        w8 = 0,
        w9 = 0,
        w10 = 0,
        w11 = 0,
      ] = weights
      for (let at = 0; at < count; at += 1) {
        const value =
          w0 * (line[at] ?? 0) +
          w1 * (line[at + 1] ?? 0) +
          w2 * (line[at + 2] ?? 0) +
          w3 * (line[at + 3] ?? 0) +
          w4 * (line[at + 4] ?? 0) +
          w5 * (line[at + 5] ?? 0) +
          w6 * (line[at + 6] ?? 0) +
          w7 * (line[at + 7] ?? 0) +
          w8 * (line[at + 8] ?? 0) +
          w9 * (line[at + 9] ?? 0) +
          w10 * (line[at + 10] ?? 0) +
          w11 * (line[at + 11] ?? 0)
        const size = value < 0 ? -value : value
        if (size > peak) peak = size
      }
    }
    this.#peak = peak
  }
}
