/** The volume (0 to 1) of a browser in which none was chosen yet. */
export const FIRST_VOLUME = 0.7

/** Limits a volume to 0 to 1; undefined for a number that is not finite. See docs/product.md §8.4. */
export function acceptedVolume(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  return Math.min(1, Math.max(0, value))
}

export type VolumeLevel = 'muted' | 'low' | 'middle' | 'high'

/**
 * The icon for a volume: `muted`, `low` below 0.33, the next one below 0.66, the last one above. See docs/product.md
 * §8.4.
 */
export function volumeLevel(volume: number, isMuted: boolean): VolumeLevel {
  if (isMuted || volume === 0) return 'muted'
  if (volume < 0.33) return 'low'
  return volume < 0.66 ? 'middle' : 'high'
}

let isSettable: boolean | undefined

/**
 * Whether the page can set the volume. On iOS it cannot: only the buttons of the device change the volume, and the
 * volume of audio elements is always 1.
 */
export function canSetVolume(): boolean {
  if (isSettable === undefined) {
    const probe = new Audio()
    probe.volume = 0.5
    isSettable = probe.volume === 0.5
  }
  return isSettable
}
