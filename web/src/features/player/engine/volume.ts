/** The default volume. */
export const FIRST_VOLUME = 0.7

/** 0 to 1, from any finite number; undefined for everything else. See docs/product.md §8.4. */
export function acceptedVolume(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  return Math.min(1, Math.max(0, value))
}

export type VolumeLevel = 'muted' | 'low' | 'middle' | 'high'

/** The icon for a volume: below 0.33, below 0.66, above. See docs/product.md §8.4. */
export function volumeLevel(volume: number, isMuted: boolean): VolumeLevel {
  if (isMuted || volume === 0) return 'muted'
  if (volume < 0.33) return 'low'
  return volume < 0.66 ? 'middle' : 'high'
}

let isSettable: boolean | undefined

/**
 * Whether a page can set the volume: on iOS only the device's buttons can, and the volume of elements is always 1.
 */
export function canSetVolume(): boolean {
  if (isSettable === undefined) {
    const probe = new Audio()
    probe.volume = 0.5
    isSettable = probe.volume === 0.5
  }
  return isSettable
}
