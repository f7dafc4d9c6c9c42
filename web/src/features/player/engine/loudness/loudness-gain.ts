import type { TrackSound } from '@tonarchiv/contract/track-sound'

/**
 * `track`: all tracks are played equally loud. `album`: all albums are, and the differences between the tracks of an
 * album are kept. `off`: the loudness is not changed.
 */
export type Leveling = 'off' | 'track' | 'album'

/** The integrated loudness that all music is amplified or attenuated to. */
export const TARGET_LUFS = -16
/** Music is amplified only so far that its peak stays below this value (true peak). */
const PEAK_MAX_DBTP = -1
/** The largest amplification, so that nearly silent recordings do not become loud noise. */
const GAIN_MAX_DB = 24

export type Loudness = NonNullable<TrackSound['loudness']>

/** The gain with which a track is played, in dB; 0 if its loudness is not known. */
export function gainDb(loudness: Loudness | null, leveling: Leveling): number {
  if (loudness === null || leveling === 'off') return 0
  const { trackLufs, trackPeakDbtp, albumLufs, albumPeakDbtp } = loudness
  const [lufs, peak] = leveling === 'album' ? [albumLufs, albumPeakDbtp] : [trackLufs, trackPeakDbtp]
  return Math.min(TARGET_LUFS - lufs, PEAK_MAX_DBTP - peak, GAIN_MAX_DB)
}

/** Converts a gain in dB to the factor by which samples are multiplied. */
export function factorOf(decibels: number): number {
  return 10 ** (decibels / 20)
}
