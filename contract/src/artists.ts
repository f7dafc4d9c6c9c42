import * as z from 'zod/mini'
import { Album, ArtistLink } from './catalog.ts'
import { TopTrack } from './plays.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, wholeNumber } from './text.ts'

/** Maximum number of albums, and of appearances, in one response. */
export const ALBUMS_OF_ARTIST_MAX = 200
/** Maximum number of most played tracks in one response. */
export const TOP_TRACKS_OF_ARTIST = 20

export const artistNotFound = refusal(404, 'ARTIST_NOT_FOUND', 'Diesen Künstler gibt es hier nicht')

/** A page of albums, newest first, and the number of all albums in the list. */
const AlbumList = z.object({ albums: z.array(Album), total: z.number() })

export const Artist = z.extend(ArtistLink, {
  /** The name by which the artist is sorted: "Ärzte, Die". */
  sortName: z.string(),
  /** The albums that name the artist as theirs. */
  own: AlbumList,
  /** Albums of other artists with tracks by or with this artist. */
  appearances: AlbumList,
  /** Number of tracks by or with the artist. */
  tracks: z.number(),
})
export type Artist = z.infer<typeof Artist>

export const getArtist = route({
  method: 'GET',
  path: '/api/artists/:id',
  access: 'key',
  summary: 'An artist with some of their albums and of the albums on which they are heard, newest first.',
  params: z.object({ id: Id }),
  query: z.object({
    /** Number of albums to skip in each list. */
    offset: z.optional(wholeNumber({ min: 0, max: INTEGER_MAX })),
  }),
  answer: z.object({ artist: Artist }),
  refusals: [artistNotFound],
})

/** Plays of the tracks by or with an artist. */
export const ArtistPlays = z.object({
  /** The most played tracks, most played first. Only playable tracks are included. */
  tracks: z.array(TopTrack),
  /** Number of plays by all members. */
  count: z.number(),
  /** Number of plays by the caller, and the time of the last play. */
  ownCount: z.number(),
  lastPlayed: z.nullable(IsoTimestamp),
})
export type ArtistPlays = z.infer<typeof ArtistPlays>

export const getArtistPlays = route({
  method: 'GET',
  path: '/api/plays/artist/:id',
  access: 'key',
  summary: 'How often the tracks of an artist were played; an unknown artist has no plays.',
  params: z.object({ id: Id }),
  answer: ArtistPlays,
})
