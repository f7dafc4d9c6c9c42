/** Lowest sample rate that is measured: the pre-filter of BS.1770 has its corner at 1,682 Hz. */
export const LEAST_SAMPLE_RATE = 4000
/** States of a filter below this value are set to zero, because denormal numbers slow the processor down. */
const NOTHING = 1e-20

/**
 * Coefficients of the two filters of BS.1770-4, which run one after the other: a shelf that models the head, and a
 * high-pass. `a0` is 1 in both.
 */
interface Coefficients {
  shelfB0: number
  shelfB1: number
  shelfB2: number
  shelfA1: number
  shelfA2: number
  passA1: number
  passA2: number
}

/**
 * Computes the coefficients for a sample rate. The standard gives them for 48 kHz; these are the same analogue filters,
 * converted with the bilinear transform.
 */
function coefficientsFor(sampleRate: number): Coefficients {
  const gain = 10 ** (3.999843853973347 / 20)
  const band = gain ** 0.4996667741545416
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const a0 = 1 + k / q + k * k
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const passQ = 0.5003270373238773
  const passA0 = 1 + passK / passQ + passK * passK
  return {
    shelfB0: (gain + (band * k) / q + k * k) / a0,
    shelfB1: (2 * (k * k - gain)) / a0,
    shelfB2: (gain - (band * k) / q + k * k) / a0,
    shelfA1: (2 * (k * k - 1)) / a0,
    shelfA2: (1 - k / q + k * k) / a0,
    passA1: (2 * (passK * passK - 1)) / passA0,
    passA2: (1 - passK / passQ + passK * passK) / passA0,
  }
}

/** The K-weighting of one channel. */
export class KWeighting {
  readonly #of: Coefficients
  #shelf1 = 0
  #shelf2 = 0
  #pass1 = 0
  #pass2 = 0

  constructor(sampleRate: number) {
    this.#of = coefficientsFor(sampleRate)
  }

  /** Filters a range of samples and returns the sum of their squares. */
  sumOfSquares(samples: Float32Array, start: number, end: number): number {
    const { shelfB0, shelfB1, shelfB2, shelfA1, shelfA2, passA1, passA2 } = this.#of
    let shelf1 = this.#shelf1
    let shelf2 = this.#shelf2
    let pass1 = this.#pass1
    let pass2 = this.#pass2
    let sum = 0
    for (let index = start; index < end; index += 1) {
      const sample = samples[index] ?? 0
      const shelf = sample - shelfA1 * shelf1 - shelfA2 * shelf2
      const high = shelfB0 * shelf + shelfB1 * shelf1 + shelfB2 * shelf2
      shelf2 = shelf1
      shelf1 = shelf
      const pass = high - passA1 * pass1 - passA2 * pass2
      const filtered = pass - 2 * pass1 + pass2
      pass2 = pass1
      pass1 = pass
      sum += filtered * filtered
    }
    this.#shelf1 = Math.abs(shelf1) < NOTHING ? 0 : shelf1
    this.#shelf2 = Math.abs(shelf2) < NOTHING ? 0 : shelf2
    this.#pass1 = Math.abs(pass1) < NOTHING ? 0 : pass1
    this.#pass2 = Math.abs(pass2) < NOTHING ? 0 : pass2
    return sum
  }
}
