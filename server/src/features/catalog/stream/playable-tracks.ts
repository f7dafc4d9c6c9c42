import { fileUnavailable } from '@tonarchiv/contract/catalog'
import { type AudioFormat, isAudioFormat } from '#audio-probe/audio-formats.ts'
import type { Database } from '#database/open.ts'
import { loadingCache } from '#platform/growing-cache.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { findTrack, inFormat, type Track } from '../store/find-tracks.ts'
import { isPlayable } from '../store/playable.ts'
import { fileOfTrack, filesOfTrack } from '../store/track-files.ts'

/** A track whose file can be sent. */
export interface PlayableTrack extends Track {
  fileName: string
  storageName: string
  format: string
}

/** The pattern of track ids; no file name matches it. */
const SONG_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Size and lifetime of the cache. Files are cached because a player sends several range requests for one file. */
const CACHE_MAX = 1000
const CACHE_TTL_MS = 10_000

/** A file of a song, with the properties that decide whether a player can play it without conversion. */
export interface SongFile {
  storageName: string
  format: AudioFormat
  /** Bits per second; null where it is not known. */
  bitrate: number | null
  durationSeconds: number
}

/** A playable song with its own file, and further files in other formats. */
export interface SongFiles {
  own: SongFile
  further: readonly SongFile[]
}

export interface PlayableTracks {
  /**
   * The track with this id or file name, for playing. With `format`, its file is the one in that format, if the track
   * has one that browsers can play. Tracks of closed albums are found only with `withClosed`, which is for admins.
   * @throws Refused `fileUnavailable`
   */
  byFile(name: string, format?: string, options?: { withClosed: boolean }): Promise<PlayableTrack>
  /** Empties the cache. Call it when tracks have changed. */
  clearCache(): void
  /**
   * The track with this id, for a download. With `format`, its file is the file in that format, if the track has one.
   * Undefined when `id` does not have the form of a track id.
   * @throws Refused `fileUnavailable` for a track without a file
   */
  bySongIdIfOne(id: string, format?: string): Promise<PlayableTrack | undefined>
  /**
   * All files of a song, for players other than browsers. Undefined for a song that does not exist or is not playable.
   */
  filesOfSong(id: string): Promise<SongFiles | undefined>
}

export function openPlayableTracks({ db }: Pick<Services, 'db'>): PlayableTracks {
  async function inChosenFormat(
    track: PlayableTrack,
    format: string | undefined,
    isForBrowser: boolean,
  ): Promise<PlayableTrack> {
    return format === undefined ? track : playable(await inFormat(db, track, format, { isForBrowser }))
  }

  const cached = loadingCache<PlayableTrack>(CACHE_MAX, CACHE_TTL_MS)
  const cachedSongs = loadingCache<SongFiles>(CACHE_MAX, CACHE_TTL_MS)
  return {
    clearCache: () => {
      cached.clear()
      cachedSongs.clear()
    },
    filesOfSong: async (id) => cachedSongs.find(id, async () => readSongFiles(db, id)),
    byFile: async (name, format, { withClosed } = { withClosed: false }) => {
      // Not cached, because all callers share the cache, and only admins may get tracks of closed albums.
      if (withClosed) return inChosenFormat(playable(await findTrack(db, name, { withClosed })), format, true)
      const key = format === undefined ? name : `${name} ${format}`
      return cached.find(key, async () => inChosenFormat(playable(await findTrack(db, name)), format, true))
    },
    bySongIdIfOne: async (id, format) => {
      if (!SONG_ID.test(id)) return undefined
      const found = await findTrack(db, id)
      return found === undefined ? undefined : inChosenFormat(playable(found), format, false)
    },
  }
}

async function readSongFiles(db: Database, id: string): Promise<SongFiles | undefined> {
  const track = SONG_ID.test(id) ? await fileOfTrack(db, id) : undefined
  if (track === undefined || !isPlayable(track)) return undefined
  const [own] = usableFiles([track])
  return own && { own, further: usableFiles(await filesOfTrack(db, id)) }
}

interface FileColumns extends Omit<SongFile, 'storageName' | 'format'> {
  storageName: string | null
  format: string | null
}

function usableFiles(rows: readonly FileColumns[]): SongFile[] {
  return rows.flatMap(({ storageName, format, bitrate, durationSeconds }) =>
    storageName === null || format === null || !isAudioFormat(format)
      ? []
      : [{ storageName, format, bitrate, durationSeconds }],
  )
}

function playable(track: Track | undefined): PlayableTrack {
  if (track === undefined || !isPlayable(track)) throw new Refused(fileUnavailable)
  const { fileName, storageName, format } = track
  if (storageName === null || format === null) throw new Refused(fileUnavailable)
  return { ...track, fileName, storageName, format }
}
