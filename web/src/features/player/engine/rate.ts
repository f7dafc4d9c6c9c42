/** How fast music can play: seconds of a track within a second. See docs/product.md §8.4. */
export const SLOWEST = 0.5
export const FASTEST = 2
export const RATE_STEP = 0.05
export const RATE_PRESETS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** A rate within the bounds, rounded to whole steps; undefined for a value that is not a finite number. */
export function acceptedRate(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const steps = Math.round(Math.min(FASTEST, Math.max(SLOWEST, value)) / RATE_STEP)
  // In hundredths, because multiples of the step are not exact.
  return Math.round(steps * RATE_STEP * 100) / 100
}

/** The next preset above or below a rate; the same rate at the last one. */
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
