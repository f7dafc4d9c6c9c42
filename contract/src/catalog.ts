import * as z from 'zod/mini'
import { badRange, notFound, refusal, unauthenticated } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging, wholeNumber } from './text.ts'

/** See docs/product.md §6.3. */
export const ALBUM_PAGE_SIZE = 15
export const RECENT_ALBUMS = 5
/** Number of albums that a member without an access key sees. See docs/product.md §4.3. */
export const PREVIEW_ALBUMS = 20
export const COVER_WIDTHS = ['96', '256', '512', '1024'] as const
/** An unavailable track carries this in its title or has no file. See docs/product.md §6.2. */
export const MISSING_MARK = '[FEHLT]'
/** File extension at the end of a title, as older uploads have it. See docs/product.md §6.2. */
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

/** Sort orders that a member can choose instead of the admin's order. */
export const ALBUM_SORTS = ['newest', 'title', 'year'] as const
const AlbumSort = z.enum(ALBUM_SORTS)
export type AlbumSort = z.infer<typeof AlbumSort>

/** An artist as albums and tracks name them. */
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
  /** Most browsers cannot play the file. */
  needsConversion: z.optional(z.literal(true)),
})
export type Track = z.infer<typeof Track>

/** A track as part of its album. */
const AlbumTrack = z.extend(Track, {
  /** Its main artists; missing without any, and for callers without a key, as are its features. */
  artists: z.optional(z.array(ArtistLink)),
  features: z.optional(z.array(ArtistLink)),
})
export type AlbumTrack = z.infer<typeof AlbumTrack>

export const Album = z.object({
  albumId: Id,
  /** Unique; works as the id in addresses. */
  albumTitel: z.string(),
  /** A URL path of this server, or `unknown`. */
  albumCover: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  type: AlbumType,
  isExclusive: z.boolean(),
  createdAt: IsoTimestamp,
  artists: z.optional(z.array(ArtistLink)),
  /** There are liner notes (liner-notes.ts). */
  hasNotes: z.optional(z.boolean()),
  /** In album order. */
  tracks: z.array(AlbumTrack),
})
export type Album = z.infer<typeof Album>

/** A track in the shape that the player uses. See docs/product.md §6.2. */
export const Song = z.extend(Track, {
  /** Its artists as one text; the album's title without artists. */
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

/** Metadata read from the audio file; null where the file does not contain it. */
export const TrackMetadata = z.object({
  id: Id,
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  duration: z.number(),
  /**
   * mp3, m4a, aac, wav, flac, ogg or opus; of a track that needs conversion also aiff, wma, wv, tta, ac3, eac3,
   * dts, dsf, dff, ape or mpc.
   */
  format: z.string(),
  /** Average bits per second. */
  bitrate: z.nullable(z.number()),
  sampleRate: z.nullable(z.number()),
  channels: z.nullable(z.number()),
  sizeBytes: z.number(),
  createdAt: IsoTimestamp,
  /** Most browsers cannot play the file. */
  needsConversion: z.boolean(),
  /** The same recording in other encodings. */
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

/** A title in a URL: as long as the longest title, which takes more bytes when it is encoded. */
export const TitleInUrl = z.string().check(z.minLength(1), z.maxLength(1000))

/** See docs/product.md §6.8. */
export const albumsForMembers = refusal(401, unauthenticated.code, 'Nicht angemeldet - bitte anmelden')
export const fileUnavailable = refusal(404, 'FILE_UNAVAILABLE', 'Dieser Track ist nicht verfügbar')
export const AlbumPage = z.object({
  albums: z.array(Album),
  /** The id of the track that `track` names; only for members with a key. */
  trackId: z.optional(Id),
  /** Number of albums that match the filter. */
  total: z.number(),
  /** Numbers for all albums that the caller may see, without the filter. */
  counts: z.object({
    album: z.number(),
    single: z.number(),
    ep: z.number(),
    feature: z.number(),
    unreleased: z.number(),
    loosies: z.number(),
  }),
  /** Newest first; albums without a year are not counted. */
  years: z.array(z.number()),
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
    /** Matches parts of words in album and track titles; ignores case and accents. */
    search: z.optional(z.string().check(z.maxLength(100, 'Die Suche darf höchstens 100 Zeichen lang sein'))),
    year: z.optional(wholeNumber({ min: 1900, max: 2100 })),
    type: z.optional(AlbumType),
    /** Instead of the admin's order: newest uploads first, by title, or by year with the newest first. */
    sort: z.optional(AlbumSort),
    /** Only the album of the track with this id, or with a file that has or had this name. */
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
  /** `A` to `Z`; `#` for titles before A and `…` for titles after Z; or a year, or `unknown`. */
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
    /** Title or id. */
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
    /** The track's file in this format; its own file when it has none in this format that browsers can play. */
    format: ChosenFormat,
    /**
     * The version that the caller expects; the call is rejected when the file has another one now (offline-copies.ts).
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
