import { sql } from 'kysely'
import type { Executor } from '#database/prepared.ts'

/** Version of the analysis. Raise it when the results change: every file is then analysed again. */
export const ANALYSER = 1
/** Maximum number of attempts at a file whose analysis does not finish, for example because the process crashes. */
export const TRIES_MAX = 3

/** A file to analyse. */
export interface DueFile {
  trackId: string
  storageName: string
  sizeBytes: number
}

/**
 * A position in the list of all files. The tracks' own files come first, then the further files. Both are sorted newest
 * first.
 */
export interface Cursor {
  table: 'tracks' | 'trackFiles'
  /** The files before this id follow. Undefined at the beginning of the table. */
  beforeId: string | undefined
}

export const START: Cursor = { table: 'tracks', beforeId: undefined }

/** Number of rows that one statement reads. It is limited, so that each statement takes little time. */
const PAGE = 500

interface FileRow {
  id: string
  trackId: string
  storageName: string | null
  sizeBytes: number | null
  state: string | null
  analyser: number | null
  tries: number | null
}

/**
 * The next file after a position that was not analysed yet. Files that only ffmpeg can decode are left out if it is not
 * installed.
 */
export async function nextDueFile(
  db: Executor,
  from: Cursor,
  { hasFfmpeg }: { hasFfmpeg: boolean },
): Promise<{ due: DueFile; cursor: Cursor } | undefined> {
  let cursor = from
  for (;;) {
    const rows = await pageOf(db, cursor)
    for (const row of rows) {
      const { id, trackId, storageName, sizeBytes } = row
      cursor = { table: cursor.table, beforeId: id }
      if (storageName !== null && isDue(row, hasFfmpeg))
        return { due: { trackId, storageName, sizeBytes: sizeBytes ?? 0 }, cursor }
    }
    if (rows.length === PAGE) continue
    if (cursor.table === 'trackFiles') return undefined
    cursor = { table: 'trackFiles', beforeId: undefined }
  }
}

function isDue({ state, analyser, tries }: FileRow, hasFfmpeg: boolean): boolean {
  if (state === null || (analyser ?? 0) < ANALYSER) return true
  return state === 'started' ? (tries ?? 0) < TRIES_MAX : state === 'needs-ffmpeg' && hasFfmpeg
}

async function pageOf(db: Executor, { table, beforeId }: Cursor): Promise<FileRow[]> {
  const sound = ['trackSounds.state', 'trackSounds.analyser', 'trackSounds.tries'] as const
  if (table === 'tracks') {
    let tracks = db
      .selectFrom('tracks')
      .leftJoin('trackSounds', (join) =>
        join
          .onRef('trackSounds.trackId', '=', 'tracks.id')
          .onRef('trackSounds.storedFile', '=', 'tracks.storageName'),
      )
      .select(['tracks.id', 'tracks.id as trackId', 'tracks.storageName', 'tracks.sizeBytes', ...sound])
    if (beforeId !== undefined) tracks = tracks.where('tracks.id', '<', beforeId)
    return tracks.orderBy('tracks.id', 'desc').limit(PAGE).execute()
  }
  let files = db
    .selectFrom('trackFiles')
    .leftJoin('trackSounds', (join) =>
      join
        .onRef('trackSounds.trackId', '=', 'trackFiles.trackId')
        .onRef('trackSounds.storedFile', '=', 'trackFiles.storageName'),
    )
    .select([
      'trackFiles.id',
      'trackFiles.trackId',
      'trackFiles.storageName',
      'trackFiles.sizeBytes',
      ...sound,
    ])
    // Files that must be converted are never streamed, so they need no analysis.
    .where('trackFiles.needsConversion', '=', 0)
  if (beforeId !== undefined) files = files.where('trackFiles.id', '<', beforeId)
  return files.orderBy('trackFiles.id', 'desc').limit(PAGE).execute()
}

/** Number of files, and how many of them have each result. */
export interface AnalysisCount {
  files: number
  analysed: number
  undecodable: number
  needFfmpeg: number
}

export async function countFiles(db: Executor): Promise<AnalysisCount> {
  const { rows } = await sql<{ state: string | null; number: number | string }>`
    select sound.state as state, count(*) as number
    from (
      select id as track_id, storage_name from tracks where storage_name is not null
      union all
      select track_id, storage_name from track_files where needs_conversion = 0
    ) as file
    left join track_sounds as sound
      on sound.track_id = file.track_id and sound.stored_file = file.storage_name
      and sound.analyser >= ${ANALYSER}
    group by sound.state`.execute(db)
  const numberOf = (...states: (string | null)[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + Number(row.number), 0)
  return {
    files: numberOf(null, 'started', 'measured', 'undecodable', 'needs-ffmpeg'),
    analysed: numberOf('measured'),
    undecodable: numberOf('undecodable'),
    needFfmpeg: numberOf('needs-ffmpeg'),
  }
}

/** Number of tracks that one statement counts. It is limited, so that each statement takes little time. */
const COUNTED_AT_ONCE = 2000

/** Number of tracks with a file, and of those whose analysis has ended, successfully or not. */
export async function countTracks(db: Executor): Promise<{ tracks: number; analysed: number }> {
  const sum = { tracks: 0, analysed: 0 }
  let before: string | undefined
  for (;;) {
    const page = await countPage(db, before)
    sum.tracks += Number(page.tracks)
    sum.analysed += Number(page.analysed)
    if (page.last === null || Number(page.seen) < COUNTED_AT_ONCE) return sum
    before = page.last
  }
}

interface CountedPage {
  seen: number | string
  tracks: number | string
  analysed: number | string
  last: string | null
}

async function countPage(db: Executor, before: string | undefined): Promise<CountedPage> {
  const { rows } = await sql<CountedPage>`
    select count(*) as seen, count(page.storage_name) as tracks, min(page.id) as last,
      count(case when sound.state <> 'started' or sound.tries >= ${TRIES_MAX} then 1 end) as analysed
    from (
      select id, storage_name from tracks
      ${before === undefined ? sql`` : sql`where id < ${before}`}
      order by id desc limit ${COUNTED_AT_ONCE}
    ) as page
    left join track_sounds as sound
      on sound.track_id = page.id and sound.stored_file = page.storage_name
      and sound.analyser >= ${ANALYSER}`.execute(db)
  const [page] = rows
  if (page === undefined) throw new Error('A count has a row')
  return page
}
