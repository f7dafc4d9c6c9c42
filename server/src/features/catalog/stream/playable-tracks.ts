import { fileUnavailable } from '@tonarchiv/contract/catalog'
import { growingCache } from '#platform/growing-cache.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { findTrack, inFormat, type Track } from '../store/find-tracks.ts'
import { isPlayable } from '../store/playable.ts'

/** A track whose file can be sent. */
export interface PlayableTrack extends Track {
  fileName: string
  storageName: string
  format: string
}

/** The pattern of song ids; no file name matches it. */
const SONG_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Cached for the range requests of a player. */
const CACHE_MAX = 1000
const CACHE_TTL_MS = 10_000

export interface PlayableTracks {
  /**
   * For playing: in that format, if the track has such a file that browsers play.
   * @throws Refused `fileUnavailable`
   */
  byFile(name: string, format?: string): Promise<PlayableTrack>
  /** Call it when tracks have changed. */
  clearCache(): void
  /**
   * For a download: in that format, if the track has such a file. Undefined when it is not the id of a song.
   * @throws Refused `fileUnavailable` for one without a file
   */
  bySongIdIfOne(id: string, format?: string): Promise<PlayableTrack | undefined>
}

export function openPlayableTracks({ db }: Pick<Services, 'db'>): PlayableTracks {
  async function inChosenFormat(
    track: PlayableTrack,
    format: string | undefined,
    isForBrowser: boolean,
  ): Promise<PlayableTrack> {
    return format === undefined ? track : playable(await inFormat(db, track, format, { isForBrowser }))
  }

  const cached = growingCache<string, PlayableTrack>(CACHE_MAX, { ttl: CACHE_TTL_MS })
  return {
    clearCache: () => cached.clear(),
    byFile: async (name, format) => {
      const key = format === undefined ? name : `${name} ${format}`
      const remembered = cached.get(key)
      if (remembered !== undefined) return remembered
      const track = playable(await findTrack(db, name))
      const chosen = await inChosenFormat(track, format, true)
      cached.set(key, chosen)
      return chosen
    },
    bySongIdIfOne: async (id, format) => {
      if (!SONG_ID.test(id)) return undefined
      const found = await findTrack(db, id)
      return found === undefined ? undefined : inChosenFormat(playable(found), format, false)
    },
  }
}

function playable(track: Track | undefined): PlayableTrack {
  if (track === undefined || !isPlayable(track)) throw new Refused(fileUnavailable)
  const { fileName, storageName, format } = track
  if (storageName === null || format === null) throw new Refused(fileUnavailable)
  return { ...track, fileName, storageName, format }
}
