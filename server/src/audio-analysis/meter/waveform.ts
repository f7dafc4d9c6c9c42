import { WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'

/**
 * Number of peaks that are collected until the duration is known. There are more than in the finished waveform, so that
 * it is exact enough.
 */
const FINE_PEAKS = 65_536
const FULL_BYTE = 255

/** Collects the peaks of a signal of unknown length in constant memory. */
export class Waveform {
  readonly #peaks = new Float32Array(FINE_PEAKS)
  /** Number of samples that one peak covers. It is doubled whenever all peaks are used. */
  #samplesPerPeak = 1
  #current = 0
  #inCurrent = 0
  #samples = 0

  /** Adds a range of samples, given by their absolute values. */
  add(sizes: Float32Array, count: number): void {
    for (let at = 0; at < count;) {
      const some = Math.min(count - at, this.#samplesPerPeak - this.#inCurrent)
      let peak = this.#peaks[this.#current] ?? 0
      for (let index = at; index < at + some; index += 1) {
        const size = sizes[index] ?? 0
        if (size > peak) peak = size
      }
      this.#peaks[this.#current] = peak
      at += some
      this.#inCurrent += some
      if (this.#inCurrent === this.#samplesPerPeak) this.#next()
    }
    this.#samples += count
  }

  #next(): void {
    this.#inCurrent = 0
    this.#current += 1
    if (this.#current < FINE_PEAKS) return
    const peaks = this.#peaks
    const half = FINE_PEAKS / 2
    for (let index = 0; index < half; index += 1)
      peaks[index] = Math.max(peaks[2 * index] ?? 0, peaks[2 * index + 1] ?? 0)
    peaks.fill(0, half)
    this.#current = half
    this.#samplesPerPeak *= 2
  }

  /** The waveform: one byte for each equal part of the duration. 255 is full scale. */
  bytes(): Uint8Array {
    const fine = this.#samples / this.#samplesPerPeak
    return Uint8Array.from({ length: WAVEFORM_PEAKS }, (_, index) => {
      const start = Math.floor((index * fine) / WAVEFORM_PEAKS)
      const end = Math.max(start + 1, Math.ceil(((index + 1) * fine) / WAVEFORM_PEAKS))
      let peak = 0
      for (let at = start; at < end; at += 1) peak = Math.max(peak, this.#peaks[at] ?? 0)
      return Math.min(FULL_BYTE, Math.round(peak * FULL_BYTE))
    })
  }
}
