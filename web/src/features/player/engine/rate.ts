/** Bounds and step of the playback rate: seconds of a track that are played in one second. See docs/product.md §8.4. */
export const SLOWEST = 0.5
export const FASTEST = 2
export const RATE_STEP = 0.05
export const RATE_PRESETS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** The playback rate within the bounds, rounded to whole steps; undefined for a number that is not finite. */
export function acceptedRate(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const steps = Math.round(Math.min(FASTEST, Math.max(SLOWEST, value)) / RATE_STEP)
  // Rounded to hundredths, because multiples of 0.05 are not exact in floating point.
  return Math.round(steps * RATE_STEP * 100) / 100
}

/** The next preset below or above a playback rate; the same rate when there is none. */
export function nextPreset(rate: number, direction: 'slower' | 'faster'): number {
  const next =
    direction === 'faster'
      ? RATE_PRESETS.find((preset) => preset > rate)
      : RATE_PRESETS.findLast((preset) => preset < rate)
  return next ?? rate
}

/** „1,25“ */
export function formatRate(rate: number): string {
  return rate.toLocaleString('de-DE', { maximumFractionDigits: 2 })
}
