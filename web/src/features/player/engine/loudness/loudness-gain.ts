import type { TrackSound } from '@tonarchiv/contract/track-sound'

/** `track`: every track is equally loud; `album`: every album is, and the differences inside it stay. */
export type Leveling = 'off' | 'track' | 'album'

/** The loudness that music is brought to. */
export const TARGET_LUFS = -16
/** No peak may be amplified beyond this one. */
const PEAK_MAX_DBTP = -1
/** Recordings of almost nothing are not amplified to noise. */
const GAIN_MAX_DB = 24

export type Loudness = NonNullable<TrackSound['loudness']>

/** The gain with which a track is played, in dB; 0 for one of unknown loudness. */
export function gainDb(loudness: Loudness | null, leveling: Leveling): number {
  if (loudness === null || leveling === 'off') return 0
  const { trackLufs, trackPeakDbtp, albumLufs, albumPeakDbtp } = loudness
  const [lufs, peak] = leveling === 'album' ? [albumLufs, albumPeakDbtp] : [trackLufs, trackPeakDbtp]
  return Math.min(TARGET_LUFS - lufs, PEAK_MAX_DBTP - peak, GAIN_MAX_DB)
}

/** The factor of the samples. */
export function factorOf(decibels: number): number {
  return 10 ** (decibels / 20)
}
