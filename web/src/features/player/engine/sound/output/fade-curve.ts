export type FadeDirection = 'in' | 'out'

/** Number of points of a fade curve. The gain is linear between two points. */
const POINTS = 129

/**
 * The gain after this share (0 to 1) of a fade. Fading in and fading out add up to constant power, so that a crossfade
 * sounds equally loud throughout.
 */
export function fadeGain(direction: FadeDirection, share: number): number {
  const angle = (Math.min(1, Math.max(0, share)) * Math.PI) / 2
  return direction === 'in' ? Math.sin(angle) : Math.cos(angle)
}

/** The gains of a whole fade, at equal intervals. */
export function fadeCurve(direction: FadeDirection): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: POINTS }, (_, index) => fadeGain(direction, index / (POINTS - 1)))
}
