import * as z from 'zod/mini'
import { badRange, diskFull, notFound, refusal, staleList, tooLarge, unauthenticated } from './refusal.ts'
import { route } from './route.ts'
import { Id, Moment, paging, plainText, wholeNumber } from './text.ts'
import { UPLOAD_MAX_BYTES, uploadBroken, uploadGone, uploadUnfinished } from './uploads.ts'

/** Spec §9. */
export const ALBUM_PAGE_SIZE = 15
export const RECENT_ALBUMS = 5
/** What a member without a key sees. decisions §3. */
export const PREVIEW_ALBUMS = 20
export const TITLE_MAX_LENGTH = 200
export const TRACKS_PER_ALBUM_MAX = 200
export const ALBUMS_MAX = 100_000
export const COVER_WIDTHS = ['96', '256', '512', '1024'] as const
/** Largest files, bytes. security U-02. */
export const TRACK_MAX_BYTES = UPLOAD_MAX_BYTES.track
export const COVER_MAX_BYTES = 15 * 1024 * 1024
export const ALBUM_MAX_BYTES = 4 * 1024 * 1024 * 1024
/** An unavailable track carries this in its title or has no file. Spec §3. */
export const MISSING_MARK = '[FEHLT]'
/** What a cover is when an album has none. */
export const UNKNOWN = 'unknown'
export const DEFAULT_COVER = '/default-album.jpg'

export const ALBUM_TYPES = ['album', 'single', 'ep', 'feature', 'unreleased', 'loosies'] as const
export const AlbumType = z.enum(ALBUM_TYPES, 'Bitte wähle einen Typ')
export type AlbumType = z.infer<typeof AlbumType>

export const AlbumTrack = z.object({
  id: Id,
  title: z.string(),
  /** Name for the stream call; missing for a placeholder and for callers without a key. */
  file: z.optional(z.string()),
  /** Seconds. */
  duration: z.number(),
})
export type AlbumTrack = z.infer<typeof AlbumTrack>

export const Album = z.object({
  albumId: Id,
  /** Unique; works as the id in addresses. */
  albumTitel: z.string(),
  /** An address of ours or `unknown`. */
  albumCover: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  type: AlbumType,
  isExclusive: z.boolean(),
  createdAt: Moment,
  /** In album order. */
  tracks: z.array(AlbumTrack),
})
export type Album = z.infer<typeof Album>

/** A track as the player takes it. Spec §3. */
export const Song = z.object({
  id: Id,
  title: z.string(),
  /** The album's title. */
  artist: z.string(),
  album: z.string(),
  albumTitle: z.string(),
  file: z.optional(z.string()),
  url: z.optional(z.string()),
  coverUrl: z.string(),
  /** Seconds. */
  duration: z.number(),
  exclusive: z.boolean(),
  count: z.number(),
  lastPlayed: z.nullable(Moment),
})
export type Song = z.infer<typeof Song>

/** What the file itself says, as far as it says it. */
export const TrackMetadata = z.object({
  id: Id,
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  releaseJahr: z.union([z.number(), z.literal(UNKNOWN)]),
  duration: z.number(),
  /** mp3, m4a, wav, flac, ogg or opus. */
  format: z.string(),
  /** Bits per second, averaged. */
  bitrate: z.nullable(z.number()),
  sampleRate: z.nullable(z.number()),
  channels: z.nullable(z.number()),
  sizeBytes: z.number(),
  createdAt: Moment,
})
export type TrackMetadata = z.infer<typeof TrackMetadata>

export const AlbumTitle = plainText({
  min: 1,
  max: TITLE_MAX_LENGTH,
  tooShort: 'Bitte gib einen Titel ein',
  tooLong: 'Der Titel darf höchstens 200 Zeichen lang sein',
})
export const TrackTitle = plainText({
  min: 1,
  max: TITLE_MAX_LENGTH,
  tooShort: 'Jeder Track braucht einen Titel',
  tooLong: 'Der Titel darf höchstens 200 Zeichen lang sein',
})
export const ReleaseYear = z.union(
  [
    z.literal(UNKNOWN),
    wholeNumber({ min: 1900, max: 2100, error: 'Bitte gib ein Jahr von 1900 bis 2100 an' }),
  ],
  'Bitte gib ein Jahr von 1900 bis 2100 an',
)
/** A title in an address; as long as any title may be, longer in bytes. */
const TitleInAddress = z.string().check(z.minLength(1), z.maxLength(1000))

/** Spec §8. */
export const albumsForMembers = refusal(401, unauthenticated.code, 'Nicht angemeldet - bitte anmelden')
export const titleTaken = refusal(409, 'TITLE_TAKEN', 'Ein Album mit diesem Titel gibt es schon')
/** `{name}` is the row as the admin knows it: its title, or its number. */
export const notAudio = refusal(
  415,
  'NOT_AUDIO',
  'Dateityp nicht erlaubt: „{name}“ ist keine Audiodatei (mp3, m4a, wav, flac, ogg, opus)',
)
export const brokenAudio = refusal(400, 'AUDIO_BROKEN', '„{name}“ ist beschädigt und lässt sich nicht lesen')
export const notAnImage = refusal(
  415,
  'NOT_AN_IMAGE',
  'Dateityp nicht erlaubt: Das Cover muss ein Bild sein (JPEG, PNG, WebP, GIF)',
)
export const brokenImage = refusal(
  400,
  'IMAGE_BROKEN',
  'Das Cover ist beschädigt oder zu groß und lässt sich nicht lesen',
)
export const fileUnavailable = refusal(404, 'FILE_UNAVAILABLE', 'Dieser Track ist nicht verfügbar')
export const tooManyTracks = refusal(400, 'TOO_MANY_TRACKS', 'Ein Album darf höchstens 200 Tracks haben')

const albumRefusals = [
  titleTaken,
  notAudio,
  brokenAudio,
  notAnImage,
  brokenImage,
  tooLarge,
  uploadBroken,
  uploadGone,
  uploadUnfinished,
  tooManyTracks,
  diskFull,
] as const

export const AlbumPage = z.object({
  albums: z.array(Album),
  /** Over the filter. */
  total: z.number(),
  /** Over the whole archive as the caller may see it. */
  counts: z.object({
    album: z.number(),
    single: z.number(),
    ep: z.number(),
    feature: z.number(),
    unreleased: z.number(),
    loosies: z.number(),
  }),
  /** Newest first, unknown left out. */
  years: z.array(z.number()),
})
export type AlbumPage = z.infer<typeof AlbumPage>

export const listAlbums = route({
  method: 'GET',
  path: '/albums',
  access: 'verified',
  summary: 'A page of the archive in the admin’s order; without a key the 20 newest, without files.',
  query: z.object({
    ...paging(ALBUM_PAGE_SIZE),
    /** Finds inside words of album and track titles, whatever their case and accents. */
    search: z.optional(z.string().check(z.maxLength(100, 'Die Suche darf höchstens 100 Zeichen lang sein'))),
    year: z.optional(wholeNumber({ min: 1900, max: 2100 })),
    type: z.optional(AlbumType),
    /** Newest uploads first instead of the admin's order. */
    sort: z.optional(z.literal('newest')),
    /** Only the album that holds this file. */
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
  params: z.object({ albumTitel: TitleInAddress }),
  answer: z.object({ album: Album }),
  refusals: [albumsForMembers, notFound],
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

export const streamTrack = route({
  method: 'GET',
  path: '/api/stream/:file',
  access: 'key',
  media: true,
  summary: 'The bytes of a track by its file name, with ranges; by its song id as a download.',
  params: z.object({ file: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: 'bytes',
  refusals: [fileUnavailable, badRange],
})

export const getCover = route({
  method: 'GET',
  path: '/api/cover/:name',
  access: 'verified',
  media: true,
  summary: 'A cover, whole or at most `w` pixels wide.',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.object({
    w: z.optional(z.enum(COVER_WIDTHS)),
  }),
  answer: 'bytes',
  refusals: [notFound],
})

/**
 * The JSON in the field `albumData`. Row i belongs to the file part `track{i}`, or to the finished upload that a field of
 * that name refers to (uploads.ts); without either it is a placeholder.
 */
export const AlbumData = z.object({
  albumTitel: AlbumTitle,
  releaseJahr: ReleaseYear,
  type: AlbumType,
  isExclusive: z._default(z.boolean(), false),
  tracks: z
    .array(z.object({ title: TrackTitle }))
    .check(
      z.minLength(1, 'Ein Album braucht mindestens einen Track'),
      z.maxLength(TRACKS_PER_ALBUM_MAX, tooManyTracks.text),
    ),
})
export type AlbumData = z.infer<typeof AlbumData>

export const addAlbum = route({
  method: 'POST',
  path: '/api/add-album',
  access: 'admin',
  summary: 'Adds a whole album, or nothing of it.',
  multipart: {
    fields: z.object({ albumData: z.string() }),
    files: ['albumCover', 'track{i}'],
  },
  status: 201,
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: albumRefusals,
})

export const addAlbumFlat = route({
  method: 'POST',
  path: '/api/albums',
  access: 'admin',
  summary:
    'The same with the fields of albumData flat in the form: `tracks` as JSON, or title{i} beside track{i}.',
  multipart: {
    fields: z.object({
      albumTitel: z.string(),
      releaseJahr: z.string(),
      type: z.string(),
      isExclusive: z.optional(z.string()),
      tracks: z.optional(z.string()),
    }),
    files: ['albumCover', 'track{i}'],
  },
  status: 201,
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: albumRefusals,
})

export const addTracks = route({
  method: 'POST',
  path: '/api/add-tracks-to-album',
  access: 'admin',
  summary: 'Adds tracks at the end of an album, all of them or none.',
  multipart: {
    fields: z.object({ albumTitle: z.string(), newTrackCount: z.optional(z.string()) }),
    files: ['newTrack{i}'],
  },
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: [notFound, ...albumRefusals],
})

/** An entry of a full ordered list: a title or id alone, or an object that carries it. */
const AlbumInOrder = z.union([
  z.string(),
  z.object({ albumTitel: z.string() }),
  z.object({ albumId: z.string() }),
])
const TrackInOrder = z.union([z.string(), z.object({ id: z.string(), title: z.optional(TrackTitle) })])

export const orderAlbums = route({
  method: 'PATCH',
  path: '/api/update-albums-order',
  access: 'admin',
  summary: 'Puts all albums into the given order.',
  body: z.object({
    albums: z.array(AlbumInOrder).check(z.maxLength(ALBUMS_MAX)),
    /** The order from which this one was made; another one meanwhile makes the list stale. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  bodyLimitBytes: 8 * 1024 * 1024,
  /** `order` names the new one. */
  answer: z.object({ success: z.boolean(), order: z.string() }),
  refusals: [staleList],
})

export const updateAlbum = route({
  method: 'PATCH',
  path: '/api/update-album/:albumTitel',
  access: 'admin',
  summary: 'Changes an album: its flag, title, year, type, or its tracks’ order and titles (a full list).',
  params: z.object({ albumTitel: TitleInAddress }),
  body: z.object({
    exclusive: z.optional(z.boolean()),
    albumTitel: z.optional(AlbumTitle),
    releaseJahr: z.optional(ReleaseYear),
    type: z.optional(AlbumType),
    tracks: z.optional(z.array(TrackInOrder).check(z.maxLength(TRACKS_PER_ALBUM_MAX))),
    /** Ids in the order from which `tracks` was made; another one meanwhile makes the list stale. */
    seenTracks: z.optional(z.array(z.string()).check(z.maxLength(TRACKS_PER_ALBUM_MAX))),
  }),
  bodyLimitBytes: 8 * 1024 * 1024,
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: [notFound, staleList, titleTaken],
})

export const deleteAlbum = route({
  method: 'DELETE',
  path: '/api/delete-album/:albumTitel',
  access: 'admin',
  summary: 'Removes an album with its tracks and files.',
  params: z.object({ albumTitel: TitleInAddress }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const replaceCover = route({
  method: 'PUT',
  path: '/api/album-cover/:albumTitel',
  access: 'admin',
  summary: 'Gives an album another cover.',
  params: z.object({ albumTitel: TitleInAddress }),
  multipart: { fields: z.object({}), files: ['albumCover'] },
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: [notFound, notAnImage, brokenImage, tooLarge, uploadBroken, diskFull],
})

export const fillTrack = route({
  method: 'PUT',
  path: '/api/track/:id/file',
  access: 'admin',
  summary: 'Gives a placeholder its file, or a track another one.',
  params: z.object({ id: Id }),
  multipart: { fields: z.object({}), files: ['file'] },
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: [notFound, notAudio, brokenAudio, tooLarge, uploadBroken, uploadGone, uploadUnfinished, diskFull],
})

export const deleteTrack = route({
  method: 'DELETE',
  path: '/api/track/:id',
  access: 'admin',
  summary: 'Removes one track with its file.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})
