export type FadeDirection = 'in' | 'out'

/** Points of a curve, which is linear between two of them. */
const POINTS = 129

/** The gain after this share of a fade: the power of both directions is always 1, so it sounds equally loud. */
export function fadeGain(direction: FadeDirection, share: number): number {
  const angle = (Math.min(1, Math.max(0, share)) * Math.PI) / 2
  return direction === 'in' ? Math.sin(angle) : Math.cos(angle)
}

/** The gains of a whole fade, at equal distances. */
export function fadeCurve(direction: FadeDirection): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: POINTS }, (_, index) => fadeGain(direction, index / (POINTS - 1)))
}
