import type { LyricsSource } from '@tonarchiv/contract/lyrics'
import { readLyrics } from '@tonarchiv/contract/lyrics-text'
import type { Executor } from '#database/prepared.ts'
import { type LyricsRow, putImportedLyrics, removeImportedLyrics } from '#features/lyrics/index.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { SyncPlan } from '../plan/sync-state.ts'

/** Lyrics that the files of a track have. */
interface FoundLyrics {
  text: string
  source: LyricsSource
}

/**
 * Chooses the lyrics of a track. Lyrics from a lyrics file are preferred to lyrics from tags, and timed lyrics to plain
 * ones.
 */
export function lyricsOfFiles(files: readonly ReadFile[]): FoundLyrics | undefined {
  const beside = files.flatMap(({ lyricsFile }) => lyricsFile?.text ?? [])
  const tagged = files.flatMap(({ info }) => info.lyrics ?? [])
  const [texts, source] = beside.length > 0 ? ([beside, 'file'] as const) : ([tagged, 'tags'] as const)
  const text = texts.find((one) => readLyrics(one).isTimed) ?? texts[0]
  return text === undefined ? undefined : { text, source }
}

/** The changes to the lyrics of tracks, by the index of the track in `AlbumSync.tracks`. */
export interface LyricsPlan {
  put: ReadonlyMap<number, FoundLyrics>
  remove: readonly number[]
}

/**
 * Plans the changes of lyrics. Lyrics follow the files, but lyrics that an admin has edited stay. With `tagsWin` they
 * stay only if the files have no lyrics. If the track's own file is not in the plan, the track gets lyrics only if it
 * has none.
 */
export function planLyrics(
  { sync, files }: Pick<SyncPlan, 'sync' | 'files'>,
  stored: ReadonlyMap<string, LyricsRow>,
  tagsWin: boolean,
): LyricsPlan {
  const put = new Map<number, FoundLyrics>()
  const remove: number[] = []
  for (const [track, its] of Map.groupBy(files, (file) => file.track)) {
    const found = lyricsOfFiles(its.map(({ file }) => file))
    const current = stored.get(sync.tracks[track]?.id ?? '')
    const hasOwnFile = its.some(({ role }) => role.is === 'main' || role.is === 'former')
    if (current !== undefined && (!hasOwnFile || (current.source === 'edited' && !tagsWin))) continue
    if (found === undefined) {
      if (current !== undefined && current.source !== 'edited') remove.push(track)
    } else if (found.text !== current?.text || found.source !== current.source) put.set(track, found)
  }
  return { put, remove }
}

export function hasLyrics({ put, remove }: LyricsPlan): boolean {
  return put.size + remove.length > 0
}

interface Writing {
  idOf: (track: number) => string | undefined
  /** ISO 8601 in UTC. */
  updatedAt: string
  tagsWin: boolean
}

/** Writes planned lyrics. Lyrics that an admin has edited since the plan was made are kept, unless `tagsWin`. */
export async function writeLyrics(
  trx: Executor,
  { put, remove }: LyricsPlan,
  { idOf, updatedAt, tagsWin }: Writing,
): Promise<void> {
  const rows = [...put].flatMap(([track, lyrics]) => {
    const trackId = idOf(track)
    return trackId === undefined ? [] : [{ ...lyrics, trackId, updatedAt }]
  })
  await putImportedLyrics(trx, rows, { replacesEdited: tagsWin })
  await removeImportedLyrics(
    trx,
    remove.flatMap((track) => idOf(track) ?? []),
  )
}
