import { expect, test } from 'vitest'
import { gainDb, type Loudness } from './loudness-gain.ts'

const loudness = (values: Partial<Loudness>): Loudness => ({
  trackLufs: -16,
  trackPeakDbtp: -12,
  albumLufs: -16,
  albumPeakDbtp: -12,
  ...values,
})

test.each([
  ['a loud track becomes quieter', { trackLufs: -9, trackPeakDbtp: 0.5 }, 'track', -7],
  ['a quiet track becomes louder', { trackLufs: -21.3, trackPeakDbtp: -6.9 }, 'track', 5.3],
  ['a peak is never amplified over −1 dBTP', { trackLufs: -26, trackPeakDbtp: -3 }, 'track', 2],
  ['a peak above it is brought down', { trackLufs: -16, trackPeakDbtp: 1 }, 'track', -2],
  ['the album counts as a whole', { trackLufs: -30, albumLufs: -12 }, 'album', -4],
  ['with the highest peak of all its tracks', { albumLufs: -22, albumPeakDbtp: -2 }, 'album', 1],
  ['almost nothing is not amplified to noise', { trackLufs: -65, trackPeakDbtp: -60 }, 'track', 24],
  ['nothing is changed when it is off', { trackLufs: -9 }, 'off', 0],
] as const)('%s', (_name, values, leveling, gain) => {
  expect(gainDb(loudness(values), leveling)).toBeCloseTo(gain)
})

test('a track of unknown loudness is played as it is', () => {
  expect(gainDb(null, 'album')).toBe(0)
})
