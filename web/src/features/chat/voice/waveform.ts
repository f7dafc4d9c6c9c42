import { PEAKS_MAX } from '@tonarchiv/contract/chat'

/** Levels below this are drawn as silence; the scale is 0 to 1. */
const FLOOR = 0.004

/** The loudness of samples from −1 to 1, as 0 to 100. */
export function levelOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  const loudness = Math.sqrt(sum / Math.max(1, samples.length))
  if (loudness <= FLOOR) return 0
  // A logarithmic scale: −48 dB is 0, −6 dB is the maximum.
  const decibels = 20 * Math.log10(loudness)
  return Math.round(Math.min(100, Math.max(0, ((decibels + 48) / 42) * 100)))
}

/** Divides levels into at most `count` parts of equal length and returns the peak of each. */
export function peaksOf(levels: readonly number[], count = PEAKS_MAX): number[] {
  if (levels.length <= count) return [...levels]
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count))
    return Math.max(...levels.slice(from, to))
  })
}

/** The waveform of a voice message without levels. */
export const FLAT_PEAKS: readonly number[] = Array.from(
  { length: 44 },
  (_, index) => 30 + ((index * 37) % 40),
)

/** Width of a bar, distance between bars, and height of the waveform. */
const BAR = 2.5
const STEP = 4
export const WAVE_HEIGHT = 24

export function waveWidth(count: number): number {
  return Math.max(0, count * STEP - (STEP - BAR))
}

/** The bars of a waveform as one SVG path, so that a long waveform is one element. */
export function wavePath(peaks: readonly number[]): string {
  return peaks
    .map((peak, index) => {
      const height = Math.max(BAR, (Math.min(100, Math.max(0, peak)) / 100) * WAVE_HEIGHT)
      const x = index * STEP
      const y = (WAVE_HEIGHT - height) / 2
      return `M${x} ${round(y)}h${BAR}v${round(height)}h-${BAR}z`
    })
    .join('')
}

const round = (value: number) => Math.round(value * 100) / 100
