import { linesOfLyrics } from '@tonarchiv/contract/lyrics-text'
import { notFound } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import type { AppContext } from '#feature.ts'
import { catalog, comparedName, matchKeyOf, type SongNames, songsOfKeys } from '#features/catalog/index.ts'
import { storedLyrics } from '#features/lyrics/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { flag, id, text } from '../frame/parameters.ts'
import { Lyrics, StructuredLyrics } from '../shapes/lyrics.ts'
import { structuredLyrics } from './structured-lyrics.ts'

const NAME_MAX = 500
/** Maximum number of songs with the same title that are searched for lyrics. */
const SAME_TITLE_MAX = 1000
const NONE: Lyrics = { value: '' }

export const lyricsEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getLyrics',
    limit: 'appRead',
    parameters: z.object({ artist: z.optional(text(NAME_MAX)), title: z.optional(text(NAME_MAX)) }),
    answer: z.object({ lyrics: Lyrics }),
    handle: async ({ parameters: { artist, title } }, context) => ({
      lyrics: title === undefined ? NONE : await lyricsByName(context, title, artist),
    }),
  }),
  endpoint({
    name: 'getLyricsBySongId',
    limit: 'appRead',
    parameters: z.object({ id, enhanced: z._default(flag, false) }),
    answer: z.object({ lyricsList: z.object({ structuredLyrics: z.array(StructuredLyrics) }) }),
    handle: async ({ parameters }, { services, use }) => {
      const song = (await use(catalog).listing.songs([parameters.id])).get(parameters.id)
      if (song === undefined) throw new Refused(notFound)
      const stored = (await storedLyrics(services.db, [song.id])).get(song.id)
      if (stored === undefined || stored.text === '') return { lyricsList: { structuredLyrics: [] } }
      const names = { displayArtist: song.artistName ?? song.album.title, displayTitle: song.title }
      const lyrics = structuredLyrics(stored.text, { withWords: parameters.enhanced })
      return { lyricsList: { structuredLyrics: [{ ...lyrics, ...names }] } }
    },
  }),
]

/** The lyrics of the first song with that artist and title that has lyrics. */
async function lyricsByName(
  { services: { db } }: Pick<AppContext, 'services'>,
  title: string,
  artist: string | undefined,
): Promise<Lyrics> {
  let looked = 0
  for await (const songs of songsOfKeys(db, [matchKeyOf(title)])) {
    const meant = songs.filter((song) => isMeant(song, title, artist))
    const lyrics = await storedLyrics(
      db,
      meant.map((song) => song.id),
    )
    for (const song of meant) {
      const stored = lyrics.get(song.id)
      if (stored === undefined || stored.text === '') continue
      return { artist: artistNames(song)[0], title: song.title, value: linesOfLyrics(stored.text).join('\n') }
    }
    looked += songs.length
    if (looked >= SAME_TITLE_MAX) break
  }
  return NONE
}

function isMeant(song: SongNames, title: string, artist: string | undefined): boolean {
  if (comparedName(song.title) !== comparedName(title)) return false
  if (artist === undefined || artist === '') return true
  return artistNames(song).some((name) => comparedName(name) === comparedName(artist))
}

/** The names by which a song's artist is found. The first name is the one that apps show. */
function artistNames({ artistName, tagArtist, albumTitle, albumArtistName }: SongNames): string[] {
  const shown = artistName ?? albumArtistName ?? albumTitle
  return [shown, ...[albumArtistName, tagArtist, albumTitle].flatMap((name) => name ?? [])]
}
