import * as z from 'zod/mini'
import { AlbumType, ArtistLink, Track, UNKNOWN } from './catalog.ts'
import { Person } from './presence.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, lengthOf, normalized, wholeNumber } from './text.ts'

/** Maximum length of the text of a search, in characters. */
export const SEARCH_MAX_LENGTH = 100
/** Minimum number of characters of a search for members, as in the search for friends. */
export const SEARCH_PEOPLE_MIN_LENGTH = 3
/** Default number of hits of each group, and maximum number of hits in one response. */
export const SEARCH_HITS = 3
export const SEARCH_PAGE_MAX = 50
/** Number up to which the hits of a group are counted and can be read. */
export const SEARCH_COUNTED = 500

/** The groups of a response, in the order in which they are shown. */
export const SEARCH_GROUPS = [
  'songs',
  'albums',
  'artists',
  'playlists',
  'videos',
  'people',
  'messages',
  'lyrics',
] as const
export const SearchGroup = z.enum(SEARCH_GROUPS)
export type SearchGroup = z.infer<typeof SearchGroup>

/** A playable track. */
export const FoundSong = z.extend(Track, {
  /** The names of the track's artists as one text; the title of the album when there are none. */
  artist: z.string(),
  /** The title of the album, like `albumTitle`. */
  album: z.string(),
  albumTitle: z.string(),
  albumId: Id,
  coverUrl: z.string(),
  exclusive: z.boolean(),
  file: z.string(),
})
export type FoundSong = z.infer<typeof FoundSong>

export const FoundAlbum = z.object({
  albumId: Id,
  albumTitel: z.string(),
  /** A URL path of this server, or `unknown`. */
  albumCover: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  type: AlbumType,
  isExclusive: z.boolean(),
  /** The names of the album's artists as one text; null without artists. */
  artist: z.nullable(z.string()),
  trackCount: z.number(),
})
export type FoundAlbum = z.infer<typeof FoundAlbum>

export const FoundPlaylist = z.object({
  id: Id,
  title: z.string(),
  owner: Person,
  entryCount: z.number(),
  /** The covers in the mosaic of the playlist, like `covers` of `Playlist`. */
  covers: z.array(z.string()),
})
export type FoundPlaylist = z.infer<typeof FoundPlaylist>

export const FoundVideo = z.object({
  id: Id,
  title: z.string(),
  /** A day as yyyy-MM-dd. */
  upload_date: z.string(),
  duration: z.nullable(z.number()),
  thumbnailUrl: z.nullable(z.string()),
})
export type FoundVideo = z.infer<typeof FoundVideo>

export const FoundMessage = z.object({
  id: Id,
  content: z.string(),
  createdAt: IsoTimestamp,
  author: Person,
})
export type FoundMessage = z.infer<typeof FoundMessage>

export const FoundLyrics = z.object({
  song: FoundSong,
  /** The line of the lyrics that was found. */
  line: z.string(),
  /** The time at which the line begins; null for lyrics without times. */
  startSeconds: z.nullable(z.number()),
})
export type FoundLyrics = z.infer<typeof FoundLyrics>

function hitsOf<Hit extends z.ZodMiniType>(hit: Hit) {
  return z.optional(
    z.object({
      /** Best first. */
      hits: z.array(hit),
      /** Number of hits, counted up to `SEARCH_COUNTED`. */
      total: z.number(),
    }),
  )
}

/**
 * The hits of a search by group. A group is missing when the caller may not see it or has not requested it. The order
 * of the hits of a group does not depend on the number of requested hits.
 */
export const SearchAnswer = z.object({
  groups: z.object({
    songs: hitsOf(FoundSong),
    albums: hitsOf(FoundAlbum),
    artists: hitsOf(ArtistLink),
    playlists: hitsOf(FoundPlaylist),
    videos: hitsOf(FoundVideo),
    people: hitsOf(Person),
    messages: hitsOf(FoundMessage),
    lyrics: hitsOf(FoundLyrics),
  }),
  /**
   * The text of the search in plain lower-case letters, with misspelt words replaced by the words that were found. Null
   * when every hit contains the text as it was entered.
   */
  corrected: z.nullable(z.string()),
  /** Words and parts of words to highlight in the hits, in the form that `foldText` returns. */
  terms: z.array(z.string()),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

const TOO_SHORT = 'Bitte gib ein, wonach du suchst'
const TOO_LONG = `Die Suche darf höchstens ${SEARCH_MAX_LENGTH} Zeichen lang sein`

/** The text of a search. Longer texts are rejected before any work is done on them. */
const SearchText = z.string(TOO_SHORT).check(
  z.maxLength(4 * SEARCH_MAX_LENGTH, { error: TOO_LONG, abort: true }),
  z.overwrite(normalized),
  z.minLength(1, { error: TOO_SHORT, abort: true }),
  z.refine((text) => lengthOf(text) <= SEARCH_MAX_LENGTH, TOO_LONG),
)

export const searchEverything = route({
  method: 'GET',
  path: '/api/search',
  access: 'verified',
  limit: 'instantSearch',
  summary:
    'The best hits of every group that the caller may see, or a page of one group; misspelt words are found too.',
  query: z.object({
    q: SearchText,
    /** The only group to search in. */
    group: z.optional(SearchGroup),
    limit: z._default(wholeNumber({ min: 1, max: SEARCH_PAGE_MAX }), SEARCH_HITS),
    /** Number of hits to skip. Only with `group`. */
    offset: z._default(wholeNumber({ min: 0, max: SEARCH_COUNTED }), 0),
    /** `1` to search without correcting misspelt words. */
    exact: z.optional(z.literal('1')),
  }),
  answer: SearchAnswer,
})
