import { notFound } from '@tonarchiv/contract/refusal'
import type { TrackSound } from '@tonarchiv/contract/track-sound'
import {
  decodeBins,
  energyOf,
  integratedLufs,
  type LoudnessBin,
} from '#audio-analysis/meter/loudness-bins.ts'
import { findTrack, inFormat, isPlayable } from '#features/catalog/index.ts'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import { findSound, type LoudnessRow, loudnessOfTracks, type SoundRow } from './store.ts'

/**
 * The sound of a track's file. With `format` it is the sound of the file in that format, if the track has one that
 * browsers can play. Null before the analysis, and for a track that is not playable. A track of a closed album is found
 * only with `withClosed`, which is for admins.
 * @throws Refused `notFound`
 */
export async function soundOfTrack(
  db: Executor,
  trackId: string,
  format: string | undefined,
  { withClosed }: { withClosed: boolean } = { withClosed: false },
): Promise<TrackSound | null> {
  const own = await findTrack(db, trackId, { withClosed })
  if (own?.id !== trackId) throw new Refused(notFound)
  const track = format === undefined ? own : await inFormat(db, own, format, { isForBrowser: true })
  if (!isPlayable(track) || track.storageName === null) return null
  const row = await findSound(db, trackId, track.storageName)
  if (row === undefined || row.analysedAt === null) return null
  const { waveform } = row
  const sound = {
    loudness: await loudnessOf(db, row, track.album.id),
    waveform,
    silence: silenceOf(row),
    encoder: encoderOf(row),
  }
  return Object.values(sound).every((part) => part === null) ? null : sound
}

async function loudnessOf(db: Executor, row: SoundRow, albumId: string): Promise<TrackSound['loudness']> {
  const { trackLufs, trackPeakDbtp } = row
  if (trackLufs === null || trackPeakDbtp === null) return null
  const tracks = await loudnessOfTracks(db, albumId)
  const hasMeasured = tracks.some(({ loudnessSource }) => loudnessSource === 'measured')
  if (!hasMeasured && row.albumLufs !== null) {
    const albumPeakDbtp = row.albumPeakDbtp ?? trackPeakDbtp
    return { trackLufs, trackPeakDbtp, albumLufs: row.albumLufs, albumPeakDbtp }
  }
  const peaks = tracks.map((track) => track.trackPeakDbtp ?? trackPeakDbtp)
  return {
    trackLufs,
    trackPeakDbtp,
    albumLufs: integratedLufs(tracks.flatMap(blocksOf)) ?? trackLufs,
    albumPeakDbtp: Math.max(trackPeakDbtp, ...peaks),
  }
}

/** Number of blocks per second. A block has 400 ms, and a new block begins every 100 ms. */
const BLOCKS_PER_SECOND = 10

/** The histogram of a track's blocks. If only the loudness in its tags is known, all blocks get that loudness. */
function blocksOf({ loudnessBlocks, trackLufs, durationSeconds }: LoudnessRow): LoudnessBin[] {
  if (loudnessBlocks !== null) return decodeBins(loudnessBlocks)
  if (trackLufs === null) return []
  return [{ energy: energyOf(trackLufs), count: Math.ceil(durationSeconds * BLOCKS_PER_SECOND) }]
}

function silenceOf({ silenceStartSeconds, silenceEndSeconds }: SoundRow): TrackSound['silence'] {
  if (silenceStartSeconds === null || silenceEndSeconds === null) return null
  return { startSeconds: silenceStartSeconds, endSeconds: silenceEndSeconds }
}

function encoderOf({ delaySamples, paddingSamples, trimSampleRate }: SoundRow): TrackSound['encoder'] {
  if (delaySamples === null || paddingSamples === null || trimSampleRate === null) return null
  return { delaySamples, paddingSamples, sampleRate: trimSampleRate }
}
