import * as z from 'zod/mini'
import { badRange, notFound, refusal, unauthenticated } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging, wholeNumber } from './text.ts'

/** Number of albums on a page. See docs/product.md §6.3. */
export const ALBUM_PAGE_SIZE = 15
export const RECENT_ALBUMS = 5
/** Number of albums that a member without an access key sees. See docs/product.md §4.3. */
export const PREVIEW_ALBUMS = 20
export const COVER_WIDTHS = ['96', '256', '512', '1024'] as const
/**
 * The text in the title of a track that marks it as missing. A track with this text, or without a file, is not
 * playable. See docs/product.md §6.2.
 */
export const MISSING_MARK = '[FEHLT]'
/** A file extension at the end of a title, which older uploads have. See docs/product.md §6.2. */
const AUDIO_EXTENSION = /\.(?:mp3|m4a|wav)$/i

/** The title of a track for display: without the file extension. See docs/product.md §6.2. */
export function shownTitle(title: string): string {
  return title.replace(AUDIO_EXTENSION, '')
}

/** Value of `albumCover` when an album has no cover. */
export const UNKNOWN = 'unknown'
export const DEFAULT_COVER = '/default-album.jpg'

export const ALBUM_TYPES = ['album', 'single', 'ep', 'feature', 'unreleased', 'loosies'] as const
export const AlbumType = z.enum(ALBUM_TYPES, 'Bitte wähle einen Typ')
export type AlbumType = z.infer<typeof AlbumType>

/** Sort orders that a member can choose instead of the order that admins have arranged. */
export const ALBUM_SORTS = ['newest', 'title', 'year'] as const
const AlbumSort = z.enum(ALBUM_SORTS)
export type AlbumSort = z.infer<typeof AlbumSort>

/** An artist of an album or track. */
export const ArtistLink = z.object({ id: Id, name: z.string() })
export type ArtistLink = z.infer<typeof ArtistLink>

/** The fields of a track that every response contains; other shapes of a track extend this one. */
export const Track = z.object({
  id: Id,
  title: z.string(),
  /** Name for the stream call; missing for a placeholder and for callers without a key. */
  file: z.optional(z.string()),
  /** Seconds. */
  duration: z.number(),
  /** Present for a file that most browsers cannot play. */
  needsConversion: z.optional(z.literal(true)),
})
export type Track = z.infer<typeof Track>

/** A track as part of its album. */
const AlbumTrack = z.extend(Track, {
  /**
   * The main artists of the track. Missing when there are none, and for callers without a key. The same applies to
   * `features`.
   */
  artists: z.optional(z.array(ArtistLink)),
  features: z.optional(z.array(ArtistLink)),
})
export type AlbumTrack = z.infer<typeof AlbumTrack>

export const Album = z.object({
  albumId: Id,
  /** The title of the album. It is unique and can be used as the id in URLs. */
  albumTitel: z.string(),
  /** A URL path of this server, or `unknown`. */
  albumCover: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  type: AlbumType,
  isExclusive: z.boolean(),
  createdAt: IsoTimestamp,
  artists: z.optional(z.array(ArtistLink)),
  /** Whether the album has liner notes (liner-notes.ts). */
  hasNotes: z.optional(z.boolean()),
  /** The tracks, in album order. */
  tracks: z.array(AlbumTrack),
})
export type Album = z.infer<typeof Album>

/** A track in the shape that the player uses. See docs/product.md §6.2. */
export const Song = z.extend(Track, {
  /** The names of the track's artists as one text; the title of the album when there are none. */
  artist: z.string(),
  album: z.string(),
  albumTitle: z.string(),
  url: z.optional(z.string()),
  coverUrl: z.string(),
  exclusive: z.boolean(),
  count: z.number(),
  lastPlayed: z.nullable(IsoTimestamp),
})
export type Song = z.infer<typeof Song>

/** The metadata of the audio file. A field is null when the file does not contain it. */
export const TrackMetadata = z.object({
  id: Id,
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  duration: z.number(),
  /**
   * The format: mp3, m4a, aac, wav, flac, ogg or opus. A track that needs conversion may also have aiff, wma, wv, tta,
   * ac3, eac3, dts, dsf, dff, ape or mpc.
   */
  format: z.string(),
  /** Average bit rate in bits per second. */
  bitrate: z.nullable(z.number()),
  sampleRate: z.nullable(z.number()),
  channels: z.nullable(z.number()),
  sizeBytes: z.number(),
  createdAt: IsoTimestamp,
  /** Whether most browsers cannot play the file. */
  needsConversion: z.boolean(),
  /** Files with the same recording in other encodings. */
  files: z.array(
    z.object({
      file: z.string(),
      format: z.string(),
      bitrate: z.number(),
      sampleRate: z.number(),
      channels: z.number(),
      sizeBytes: z.number(),
      needsConversion: z.boolean(),
    }),
  ),
})
export type TrackMetadata = z.infer<typeof TrackMetadata>

/** A title in a URL. The limit is that of the longest title, which takes more bytes when it is encoded. */
export const TitleInUrl = z.string().check(z.minLength(1), z.maxLength(1000))

/** The refusal of albums for callers who are not logged in. See docs/product.md §6.8. */
export const albumsForMembers = refusal(401, unauthenticated.code, 'Nicht angemeldet - bitte anmelden')
export const fileUnavailable = refusal(404, 'FILE_UNAVAILABLE', 'Dieser Track ist nicht verfügbar')
export const AlbumPage = z.object({
  albums: z.array(Album),
  /** The id of the track that the query `track` names. Only for members with a key. */
  trackId: z.optional(Id),
  /** Number of albums that match the filter. */
  total: z.number(),
  /** Numbers of all albums that the caller may see, whatever the filter is. */
  counts: z.object({
    album: z.number(),
    single: z.number(),
    ep: z.number(),
    feature: z.number(),
    unreleased: z.number(),
    loosies: z.number(),
  }),
  /** The years of all albums that the caller may see, newest first. Albums without a year are not included. */
  years: z.array(z.number()),
  /**
   * Number of all albums in the archive, also those that the key of the caller does not open. Only for members with a
   * limited scope.
   */
  archiveTotal: z.optional(z.number()),
})
export type AlbumPage = z.infer<typeof AlbumPage>

export const listAlbums = route({
  method: 'GET',
  path: '/albums',
  access: 'verified',
  limit: 'search',
  limitWithQuery: 'search',
  summary: 'A page of the archive in the admin’s order; without a key the 20 newest, without files.',
  query: z.object({
    ...paging(ALBUM_PAGE_SIZE),
    /** Finds parts of words in the titles of albums and tracks. Ignores case and accents. */
    search: z.optional(z.string().check(z.maxLength(100, 'Die Suche darf höchstens 100 Zeichen lang sein'))),
    year: z.optional(wholeNumber({ min: 1900, max: 2100 })),
    type: z.optional(AlbumType),
    /**
     * A sort order: newest uploads first, by title, or by year with the newest first. Without it, the order that admins
     * have arranged applies.
     */
    sort: z.optional(AlbumSort),
    /**
     * The id of a track, or a present or former name of one of its files. The response then contains only the album of
     * this track.
     */
    track: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  answer: AlbumPage,
  refusals: [albumsForMembers],
})

export const getAlbum = route({
  method: 'GET',
  path: '/albums/:albumTitel',
  access: 'verified',
  summary: 'One album by its title.',
  params: z.object({ albumTitel: TitleInUrl }),
  answer: z.object({ album: Album }),
  refusals: [albumsForMembers, notFound],
})

/** The offset in a list of albums at which a letter or year begins. */
export const AlbumMark = z.object({
  /** `A` to `Z`, `#` for titles before A, or `…` for titles after Z. In the order by year: a year, or `unknown`. */
  label: z.string(),
  /** Offset in the list that `listAlbums` returns. */
  offset: z.number(),
})
export type AlbumMark = z.infer<typeof AlbumMark>

export const listAlbumMarks = route({
  method: 'GET',
  path: '/api/albums/marks',
  access: 'key',
  summary: 'Where each first letter or each year begins in the archive sorted by title or by year.',
  query: z.object({
    sort: z.enum(['title', 'year']),
    year: z.optional(wholeNumber({ min: 1900, max: 2100 })),
    type: z.optional(AlbumType),
  }),
  answer: z.object({ marks: z.array(AlbumMark) }),
})

export const findAlbumOffset = route({
  method: 'GET',
  path: '/api/albums/offset',
  access: 'key',
  summary: 'Where an album stands in a list of albums; null when the list does not hold it.',
  query: z.object({
    /** The title or id of the album. */
    album: TitleInUrl,
    sort: z.optional(AlbumSort),
    year: z.optional(wholeNumber({ min: 1900, max: 2100 })),
    type: z.optional(AlbumType),
  }),
  answer: z.object({ offset: z.nullable(z.number()) }),
})

export const listSongs = route({
  method: 'GET',
  path: '/api/songs',
  access: 'key',
  summary: 'All playable tracks, in archive order.',
  query: z.object(paging(100)),
  answer: z.object({ songs: z.array(Song), total: z.number() }),
})

export const getTrackMetadata = route({
  method: 'GET',
  path: '/api/track/:id/metadata',
  access: 'key',
  summary: 'What the file of a track says about itself.',
  params: z.object({ id: Id }),
  answer: z.object({ metadata: TrackMetadata }),
  refusals: [notFound],
})

/** The format in which the caller prefers the file. */
export const ChosenFormat = z.optional(z.string().check(z.regex(/^[a-z\d]{1,8}$/)))

export const streamTrack = route({
  method: 'GET',
  path: '/api/stream/:file',
  access: 'key',
  limit: 'stream',
  onMediaHost: true,
  media: true,
  summary: 'The bytes of a track by its file name, with ranges; by its song id as a download.',
  params: z.object({ file: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.object({
    /**
     * The format of the requested file. The track's own file is sent when the track has no file in this format that
     * browsers can play.
     */
    format: ChosenFormat,
    /**
     * The version of the file that the caller expects. The call is rejected when the file has another version now
     * (offline-copies.ts).
     */
    version: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  answer: 'bytes',
  refusals: [fileUnavailable, badRange],
})

export const downloadAlbum = route({
  method: 'GET',
  path: '/api/albums/:id/download',
  access: 'key',
  limit: 'stream',
  summary: 'The files of an album as a ZIP, by the album’s id.',
  params: z.object({ id: Id }),
  query: z.object({ format: ChosenFormat }),
  answer: 'bytes',
  refusals: [notFound, fileUnavailable],
})

export const getCover = route({
  method: 'GET',
  path: '/api/cover/:name',
  access: 'verified',
  limit: 'image',
  onMediaHost: true,
  media: true,
  summary: 'A cover, whole or at most `w` pixels wide.',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.object({
    w: z.optional(z.enum(COVER_WIDTHS)),
  }),
  answer: 'bytes',
  refusals: [notFound],
})
