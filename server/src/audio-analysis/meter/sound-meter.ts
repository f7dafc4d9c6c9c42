import { channelWeights, type ChannelOrder } from './channel-weights.ts'
import { KWeighting, LEAST_SAMPLE_RATE } from './k-weighting.ts'
import { ABSOLUTE_GATE_LUFS, integratedLufs, lufsOf, type LoudnessBin } from './loudness-bins.ts'
import { TruePeak } from './true-peak.ts'
import { Waveform } from './waveform.ts'

/** A block has 400 ms, which are four steps. A new block begins with each step, so blocks overlap by three quarters. */
const STEPS_PER_SECOND = 10
const STEPS_PER_BLOCK = 4
/** Bins per LU of the histogram of blocks, and the number of bins, which cover 100 LU above the gate. */
const BINS_PER_LU = 100
const BINS = 100 * BINS_PER_LU
/** Samples below this value (−60 dBFS) count as silence at the start and the end. */
const SILENCE = 0.001
/** Number of samples that are measured at a time. */
const RANGE = 8192
/** The lowest peak that is returned, because digital silence has no level in decibels. */
const LEAST_PEAK_DBTP = -120

/** The measured values of a recording. */
export interface Measured {
  /** Undefined for silence, and when the sample rate is too low to measure it. */
  loudness: { lufs: number; peakDbtp: number; bins: LoudnessBin[] } | undefined
  waveform: Uint8Array
  silence: { startSeconds: number; endSeconds: number }
  samples: number
}

/** Measures any number of samples in constant memory: loudness by EBU R 128, waveform, and silence. */
export class SoundMeter {
  readonly #sampleRate: number
  readonly #weights: readonly number[]
  readonly #filters: KWeighting[]
  readonly #peaks: TruePeak[]
  readonly #waveform = new Waveform()
  readonly #sizes = new Float32Array(RANGE)
  readonly #stepSamples: number
  /** The weighted sums of squares of the last steps. The current step is the last element. */
  readonly #steps = new Float64Array(STEPS_PER_BLOCK)
  #inStep = 0
  #stepsDone = 0
  readonly #counts = new Float64Array(BINS)
  readonly #energies = new Float64Array(BINS)
  #samples = 0
  #firstLoud = -1
  #lastLoud = -1

  constructor({
    sampleRate,
    channels,
    order,
  }: {
    sampleRate: number
    channels: number
    order: ChannelOrder
  }) {
    this.#sampleRate = sampleRate
    this.#weights = channelWeights(channels, order)
    this.#filters = this.#weights.map(() => new KWeighting(sampleRate))
    this.#peaks = this.#weights.map(() => new TruePeak(sampleRate))
    this.#stepSamples = Math.max(1, Math.round(sampleRate / STEPS_PER_SECOND))
  }

  get samples(): number {
    return this.#samples
  }

  /** Adds the first `count` samples of each channel. */
  add(channels: readonly Float32Array[], count: number): void {
    for (let start = 0; start < count;) {
      const end = Math.min(count, start + RANGE, start + this.#stepSamples - this.#inStep)
      this.#addRange(channels, start, end)
      start = end
    }
  }

  #addRange(channels: readonly Float32Array[], start: number, end: number): void {
    const sizes = this.#sizes
    const count = end - start
    sizes.fill(0, 0, count)
    let energy = 0
    for (const [index, weight] of this.#weights.entries()) {
      const samples = channels[index]
      if (samples === undefined) continue
      for (let at = 0; at < count; at += 1) {
        const sample = samples[start + at] ?? 0
        const size = sample < 0 ? -sample : sample
        if (size > (sizes[at] ?? 0)) sizes[at] = size
      }
      this.#peaks[index]?.add(samples, start, end)
      if (weight > 0) energy += weight * (this.#filters[index]?.sumOfSquares(samples, start, end) ?? 0)
    }
    this.#waveform.add(sizes, count)
    this.#findSound(sizes, count)
    this.#samples += count
    this.#addEnergy(energy, count)
  }

  #findSound(sizes: Float32Array, count: number): void {
    let last = count - 1
    while (last >= 0 && (sizes[last] ?? 0) < SILENCE) last -= 1
    if (last < 0) return
    this.#lastLoud = this.#samples + last
    if (this.#firstLoud >= 0) return
    let first = 0
    while ((sizes[first] ?? 0) < SILENCE) first += 1
    this.#firstLoud = this.#samples + first
  }

  #addEnergy(energy: number, count: number): void {
    const steps = this.#steps
    steps[STEPS_PER_BLOCK - 1] = (steps[STEPS_PER_BLOCK - 1] ?? 0) + energy
    this.#inStep += count
    if (this.#inStep < this.#stepSamples) return
    this.#inStep = 0
    this.#stepsDone += 1
    if (this.#stepsDone >= STEPS_PER_BLOCK) {
      let sum = 0
      for (const step of steps) sum += step
      this.#addBlock(sum / (STEPS_PER_BLOCK * this.#stepSamples))
    }
    steps.copyWithin(0, 1)
    steps[STEPS_PER_BLOCK - 1] = 0
  }

  #addBlock(energy: number): void {
    const above = lufsOf(energy) - ABSOLUTE_GATE_LUFS
    if (!(above > 0)) return
    const bin = Math.min(BINS - 1, Math.floor(above * BINS_PER_LU))
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1
    this.#energies[bin] = (this.#energies[bin] ?? 0) + energy
  }

  result(): Measured {
    const rate = this.#sampleRate
    const hasSound = this.#lastLoud >= 0
    const startSeconds = (hasSound ? this.#firstLoud : this.#samples) / rate
    const endSeconds = (hasSound ? this.#samples - 1 - this.#lastLoud : this.#samples) / rate
    return {
      loudness: rate < LEAST_SAMPLE_RATE ? undefined : this.#loudness(),
      waveform: this.#waveform.bytes(),
      silence: { startSeconds, endSeconds },
      samples: this.#samples,
    }
  }

  #loudness(): Measured['loudness'] {
    const bins: LoudnessBin[] = []
    for (const [index, count] of this.#counts.entries())
      if (count > 0) bins.push({ energy: (this.#energies[index] ?? 0) / count, count })
    const lufs = integratedLufs(bins)
    if (lufs === undefined) return undefined
    const peak = Math.max(...this.#peaks.map((channel) => channel.peak))
    return { lufs, peakDbtp: Math.max(LEAST_PEAK_DBTP, 20 * Math.log10(peak)), bins }
  }
}
