import type { Selectable } from 'kysely'
import type { FileSound } from '#audio-analysis/analyse-file.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
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

const selectWaveforms = prepared<
  { trackIds: readonly string[] },
  { trackId: string; storedFile: string; waveform: string | null }
>((db, slot) =>
  db
    .selectFrom('trackSounds')
    .select(['trackId', 'storedFile', 'waveform'])
    .where(isOneOf(db, 'trackId', slot('trackIds'))),
)

/** The waveforms of the files of these tracks, by the id of the track; omitted before the analysis. */
export async function waveformsOfTracks(
  db: Executor,
  tracks: readonly { id: string; storageName: string | null }[],
): Promise<Map<string, string>> {
  if (tracks.length === 0) return new Map()
  const files = new Map(tracks.map(({ id, storageName }) => [id, storageName]))
  const rows = await selectWaveforms(db, { trackIds: [...files.keys()] })
  return new Map(
    rows.flatMap(({ trackId, storedFile, waveform }) =>
      waveform !== null && files.get(trackId) === storedFile ? [[trackId, waveform] as const] : [],
    ),
  )
}

/** The loudness of a track of an album. */
export type LoudnessRow = Pick<
  SoundRow,
  'loudnessSource' | 'trackLufs' | 'trackPeakDbtp' | 'loudnessBlocks'
> & { durationSeconds: number }

/** Maximum number of tracks of an album from which its loudness is computed; later tracks are left out. */
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

/** The loudness of an album's tracks, where it is known. Further files of the tracks are left out. */
export async function loudnessOfTracks(db: Executor, albumId: string): Promise<LoudnessRow[]> {
  return selectLoudness(db, { albumId, limit: TRACKS_OF_ALBUM_MAX })
}

const STATE_ID = 1

/** Reads whether an operator has paused the analysis, and whether a process is analysing a file now. */
export async function readState(
  db: Executor,
  at: string,
): Promise<{ isPaused: boolean; isClaimed: boolean }> {
  const state = await db
    .selectFrom('analysisState')
    .select(['isPaused', 'claimedUntil'])
    .where('id', '=', STATE_ID)
    .executeTakeFirst()
  const claimedUntil = state?.claimedUntil ?? null
  return { isPaused: state?.isPaused === 1, isClaimed: claimedUntil !== null && claimedUntil > at }
}

export async function setPaused(db: Executor, isPaused: boolean): Promise<void> {
  await db
    .updateTable('analysisState')
    .set({ isPaused: isPaused ? 1 : 0 })
    .where('id', '=', STATE_ID)
    .execute()
}

interface File {
  trackId: string
  storageName: string
}

/**
 * Claims the analysis for one file and counts the attempt. Returns false when another process has claimed the
 * analysis, or the track was deleted. Rows of files that the track does not have any more are removed.
 */
export async function claimFile(
  trx: Executor,
  { trackId, storageName: storedFile }: File,
  { by, at, until, analyser }: { by: string; at: string; until: string; analyser: number },
): Promise<boolean> {
  // The track may have been deleted since its file was found.
  const track = await trx.selectFrom('tracks').select('id').where('id', '=', trackId).executeTakeFirst()
  if (track === undefined) return false
  const { numUpdatedRows } = await trx
    .updateTable('analysisState')
    .set({ claimedBy: by, claimedUntil: until })
    .where('id', '=', STATE_ID)
    .where('isPaused', '=', 0)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', at)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .deleteFrom('trackSounds')
    .where('trackId', '=', trackId)
    .where('storedFile', 'not in', (eb) =>
      eb
        .selectFrom('trackFiles')
        .select('storageName')
        .where('trackId', '=', trackId)
        .union(
          eb
            .selectFrom('tracks')
            .select((one) => one.fn.coalesce('storageName', one.val('')).as('storageName'))
            .where('id', '=', trackId),
        ),
    )
    .execute()
  await trx
    .insertInto('trackSounds')
    .values({ ...NOTHING_FOUND, trackId, storedFile, analyser, state: 'started', tries: 1 })
    .onConflict((conflict) =>
      conflict.columns(['trackId', 'storedFile']).doUpdateSet((eb) => ({
        state: 'started',
        analyser,
        tries: eb
          .case()
          .when('trackSounds.analyser', '=', analyser)
          .then(eb('trackSounds.tries', '+', 1))
          .else(1)
          .end(),
      })),
    )
    .execute()
  return true
}

const NOTHING_FOUND = {
  loudnessSource: null,
  trackLufs: null,
  trackPeakDbtp: null,
  albumLufs: null,
  albumPeakDbtp: null,
  loudnessBlocks: null,
  waveform: null,
  silenceStartSeconds: null,
  silenceEndSeconds: null,
  delaySamples: null,
  paddingSamples: null,
  trimSampleRate: null,
  analysedAt: null,
}

export async function renewClaim(db: Executor, by: string, until: string): Promise<void> {
  await db.updateTable('analysisState').set({ claimedUntil: until }).where('claimedBy', '=', by).execute()
}

export async function endClaim(db: Executor, by: string): Promise<void> {
  await db
    .updateTable('analysisState')
    .set({ claimedBy: null, claimedUntil: null })
    .where('claimedBy', '=', by)
    .execute()
}

/** Subtracts an attempt that was interrupted, or whose file could not be read from the storage. */
export async function uncountAttempt(db: Executor, { trackId, storageName }: File): Promise<void> {
  await db
    .updateTable('trackSounds')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('trackId', '=', trackId)
    .where('storedFile', '=', storageName)
    .where('state', '=', 'started')
    .execute()
}

/** Stores the results of an analysis; does nothing when the track was deleted. */
export async function saveSound(
  db: Executor,
  { trackId, storageName }: File,
  { measured, tagged, trim, needsFfmpeg }: FileSound,
  analysedAt: string,
): Promise<void> {
  const loudness = measured?.loudness
  await db
    .updateTable('trackSounds')
    .set({
      state: measured !== undefined ? 'measured' : needsFfmpeg ? 'needs-ffmpeg' : 'undecodable',
      tries: 0,
      loudnessSource: loudness !== undefined ? 'measured' : tagged !== undefined ? 'tags' : null,
      trackLufs: loudness?.lufs ?? tagged?.trackLufs ?? null,
      trackPeakDbtp: loudness?.peakDbtp ?? tagged?.trackPeakDbtp ?? null,
      albumLufs: tagged?.albumLufs ?? null,
      albumPeakDbtp: tagged?.albumPeakDbtp ?? null,
      loudnessBlocks: loudness?.blocks ?? null,
      waveform: measured?.waveform ?? null,
      silenceStartSeconds: measured?.silence.startSeconds ?? null,
      silenceEndSeconds: measured?.silence.endSeconds ?? null,
      delaySamples: trim?.delaySamples ?? null,
      paddingSamples: trim?.paddingSamples ?? null,
      trimSampleRate: trim?.sampleRate ?? null,
      analysedAt,
    })
    .where('trackId', '=', trackId)
    .where('storedFile', '=', storageName)
    .execute()
}

const VERSION_ROW = 1

/** The version of the archive: see the catalog's `archiveState`. */
export async function archiveVersion(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('archiveState')
    .select('version')
    .where('id', '=', VERSION_ROW)
    .executeTakeFirst()
  return row?.version ?? 0
}
