import * as z from 'zod/mini'
import { Album, ArtistLink } from './catalog.ts'
import { TopTrack } from './plays.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, wholeNumber } from './text.ts'

/** Maximum number of albums, and of albums with features, in one answer. */
export const ALBUMS_OF_ARTIST_MAX = 200
/** Most played tracks in one answer. */
export const TOP_TRACKS_OF_ARTIST = 20

export const artistNotFound = refusal(404, 'ARTIST_NOT_FOUND', 'Diesen Künstler gibt es hier nicht')

/** Albums, newest first, with the number of all of them. */
const AlbumList = z.object({ albums: z.array(Album), total: z.number() })

export const Artist = z.extend(ArtistLink, {
  /** The name by which the artist is sorted: "Ärzte, Die". */
  sortName: z.string(),
  /** The albums that name the artist as theirs. */
  own: AlbumList,
  /** Other albums on whose tracks the artist is heard. */
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
  /** Most played first; only playable ones. */
  tracks: z.array(TopTrack),
  /** Plays by everyone. */
  count: z.number(),
  /** Plays by the caller, and the time of the last one. */
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
