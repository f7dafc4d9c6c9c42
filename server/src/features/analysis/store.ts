import type { Selectable } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'

export type SoundRow = Selectable<Schema['trackSounds']>

const selectSound = prepared<{ trackId: string; storedFile: string }, SoundRow>((db, slot) =>
  db
    .selectFrom('trackSounds')
    .selectAll()
    .where('trackId', '=', slot('trackId'))
    .where('storedFile', '=', slot('storedFile')),
)

export async function findSound(
  db: Executor,
  trackId: string,
  storedFile: string,
): Promise<SoundRow | undefined> {
  const [row] = await selectSound(db, { trackId, storedFile })
  return row
}

/** The loudness of a track of an album. */
export type LoudnessRow = Pick<
  SoundRow,
  'loudnessSource' | 'trackLufs' | 'trackPeakDbtp' | 'loudnessBlocks'
> & { durationSeconds: number }

/** Tracks of one album whose loudness counts for it; later ones are left out. */
const TRACKS_OF_ALBUM_MAX = 1000

const selectLoudness = prepared<{ albumId: string; limit: number }, LoudnessRow>((db, slot) =>
  db
    .selectFrom('tracks')
    .innerJoin('trackSounds', (join) =>
      join
        .onRef('trackSounds.trackId', '=', 'tracks.id')
        .onRef('trackSounds.storedFile', '=', 'tracks.storageName'),
    )
    .select([
      'trackSounds.loudnessSource',
      'trackSounds.trackLufs',
      'trackSounds.trackPeakDbtp',
      'trackSounds.loudnessBlocks',
      'tracks.durationSeconds',
    ])
    .where('tracks.albumId', '=', slot('albumId'))
    .where('trackSounds.loudnessSource', 'is not', null)
    .orderBy('tracks.position')
    .limit(slot('limit')),
)

/** The loudness of an album's tracks, of their own files, where it is known. */
export async function loudnessOfTracks(db: Executor, albumId: string): Promise<LoudnessRow[]> {
  return selectLoudness(db, { albumId, limit: TRACKS_OF_ALBUM_MAX })
}
