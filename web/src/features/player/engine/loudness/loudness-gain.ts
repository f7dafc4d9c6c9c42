import type { TrackSound } from '@tonarchiv/contract/track-sound'

/** `track`: all tracks are equally loud; `album`: all albums are, and the differences within an album are kept. */
export type Leveling = 'off' | 'track' | 'album'

/** The loudness to which music is amplified or attenuated. */
export const TARGET_LUFS = -16
/** No peak is amplified beyond this value. */
const PEAK_MAX_DBTP = -1
/** A limit, so that nearly silent recordings are not amplified to noise. */
const GAIN_MAX_DB = 24

export type Loudness = NonNullable<TrackSound['loudness']>

/** The gain with which a track is played, in dB; 0 for one of unknown loudness. */
export function gainDb(loudness: Loudness | null, leveling: Leveling): number {
  if (loudness === null || leveling === 'off') return 0
  const { trackLufs, trackPeakDbtp, albumLufs, albumPeakDbtp } = loudness
  const [lufs, peak] = leveling === 'album' ? [albumLufs, albumPeakDbtp] : [trackLufs, trackPeakDbtp]
  return Math.min(TARGET_LUFS - lufs, PEAK_MAX_DBTP - peak, GAIN_MAX_DB)
}

/** The factor by which samples are multiplied for this gain. */
export function factorOf(decibels: number): number {
  return 10 ** (decibels / 20)
}
