import * as z from 'zod/mini'
import { artistNotFound } from './artists.ts'
import { Album, AlbumType, ArtistLink, TitleInUrl, UNKNOWN } from './catalog.ts'
import { LinerNotes, LinerNotesFields } from './liner-notes.ts'
import { PremiereSettings, premiereInPast } from './premieres.ts'
import { diskFull, notFound, refusal, staleList, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, plainText, wholeNumber } from './text.ts'
import { UPLOAD_MAX_BYTES, uploadBroken, uploadGone, uploadUnfinished } from './uploads.ts'

export const TITLE_MAX_LENGTH = 200
export const TRACKS_PER_ALBUM_MAX = 200
export const ALBUMS_MAX = 100_000
/** Maximum size of the file of a track in bytes. See docs/security-requirements.md U-02. */
export const TRACK_MAX_BYTES = UPLOAD_MAX_BYTES.track
export const COVER_MAX_BYTES = 15 * 1024 * 1024
export const ALBUM_MAX_BYTES = 4 * 1024 * 1024 * 1024

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
/** Maximum number of artists of an album. */
export const ALBUM_ARTISTS_MAX = 20
/** Maximum number of main artists, and of features, of a track. */
export const TRACK_ARTISTS_MAX = 20
export const ARTIST_NAME_MAX_LENGTH = 200
export const ArtistName = plainText({
  min: 1,
  max: ARTIST_NAME_MAX_LENGTH,
  tooLong: 'Der Name eines Künstlers darf höchstens 200 Zeichen lang sein',
})
const AlbumArtists = z
  .array(ArtistName)
  .check(z.maxLength(ALBUM_ARTISTS_MAX, `Ein Album darf höchstens ${ALBUM_ARTISTS_MAX} Künstler haben`))
/** The main artists, or the features, of a track. */
export const TrackArtists = z
  .array(ArtistName)
  .check(z.maxLength(TRACK_ARTISTS_MAX, `Ein Track darf höchstens ${TRACK_ARTISTS_MAX} Künstler haben`))
export const ReleaseYear = z.union(
  [
    z.literal(UNKNOWN),
    wholeNumber({ min: 1900, max: 2100, error: 'Bitte gib ein Jahr von 1900 bis 2100 an' }),
  ],
  'Bitte gib ein Jahr von 1900 bis 2100 an',
)
export const titleInUse = refusal(409, 'TITLE_TAKEN', 'Ein Album mit diesem Titel gibt es schon')
/** `{name}` is the row in the admin's form: the title of the track, or the number of the row if there is no title. */
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
export const tooManyTracks = refusal(400, 'TOO_MANY_TRACKS', 'Ein Album darf höchstens 200 Tracks haben')

const albumRefusals = [
  titleInUse,
  notAudio,
  brokenAudio,
  notAnImage,
  brokenImage,
  tooLarge,
  uploadBroken,
  uploadGone,
  uploadUnfinished,
  tooManyTracks,
  premiereInPast,
  diskFull,
] as const

/**
 * The JSON in the field `albumData`. The file of row i is the form's part `track{i}`, or the finished upload to which a
 * field of that name refers (uploads.ts). Without either the track is a placeholder.
 */
export const AlbumData = z.object({
  albumTitel: AlbumTitle,
  releaseJahr: ReleaseYear,
  type: AlbumType,
  isExclusive: z._default(z.boolean(), false),
  artists: z._default(AlbumArtists, []),
  genres: z._default(LinerNotesFields.genres, []),
  /** If this is set, only admins see the album until its premiere. */
  premiere: z.optional(PremiereSettings),
  tracks: z
    .array(
      z.object({
        title: TrackTitle,
        /** Main artists of the track; without them the track has the artists of its album. */
        artists: z.optional(TrackArtists),
        features: z.optional(TrackArtists),
      }),
    )
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
  summary:
    'Adds tracks at the end of an album, all of them or none: newTrackTitle{i}, newTrackDuration{i}, and as JSON lists newTrackArtists{i} and newTrackFeatures{i}, beside the file newTrack{i}.',
  multipart: {
    fields: z.object({ albumTitle: z.string(), newTrackCount: z.optional(z.string()) }),
    files: ['newTrack{i}'],
  },
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: [notFound, ...albumRefusals],
})

/** An entry of a complete ordered list: a title or an id, or an object that contains it. */
const AlbumInOrder = z.union([
  z.string(),
  z.object({ albumTitel: z.string() }),
  z.object({ albumId: z.string() }),
])
const TrackInOrder = z.union([
  z.string(),
  z.object({
    id: z.string(),
    title: z.optional(TrackTitle),
    /** All main artists. The features of the track do not change unless `features` is sent, too. */
    artists: z.optional(TrackArtists),
    features: z.optional(TrackArtists),
  }),
])

export const orderAlbums = route({
  method: 'PATCH',
  path: '/api/update-albums-order',
  access: 'admin',
  summary: 'Puts all albums into the given order.',
  body: z.object({
    albums: z.array(AlbumInOrder).check(z.maxLength(ALBUMS_MAX)),
    /**
     * The value of `order` from which the client started. If the stored order has changed since, the call is rejected
     * as stale.
     */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  bodyLimitBytes: 8 * 1024 * 1024,
  /** `order` identifies the new order. */
  answer: z.object({ success: z.boolean(), order: z.string() }),
  refusals: [staleList],
})

/** The refusal when the album was changed since the client read it. */
export const albumChanged = refusal(409, 'ALBUM_CHANGED', 'Das Album wurde inzwischen geändert')

export const updateAlbum = route({
  method: 'PATCH',
  path: '/api/update-album/:albumTitel',
  access: 'admin',
  summary:
    'Changes an album: its flag, title, artists, year, type, liner notes, or its tracks’ order, titles and artists (a full list).',
  params: z.object({ albumTitel: TitleInUrl }),
  body: z.object({
    exclusive: z.optional(z.boolean()),
    albumTitel: z.optional(AlbumTitle),
    /** The names of the artists in their order; an empty list for no artists. */
    artists: z.optional(AlbumArtists),
    releaseJahr: z.optional(ReleaseYear),
    type: z.optional(AlbumType),
    notes: z.optional(LinerNotesFields.notes),
    credits: z.optional(LinerNotesFields.credits),
    genres: z.optional(LinerNotesFields.genres),
    /** The date of release. It also sets the year of the album. */
    releasedOn: z.optional(LinerNotesFields.releasedOn),
    recordedOn: z.optional(LinerNotesFields.recordedOn),
    label: z.optional(LinerNotesFields.label),
    source: z.optional(LinerNotesFields.source),
    /**
     * The revision of the album from which the client started. If the album has another revision by now, the call is
     * rejected.
     */
    seenRevision: z.optional(wholeNumber({ min: 1, max: INTEGER_MAX })),
    tracks: z.optional(z.array(TrackInOrder).check(z.maxLength(TRACKS_PER_ALBUM_MAX))),
    /**
     * The ids of the tracks in the order from which the client started. If the stored order has changed since, the call
     * is rejected as stale.
     */
    seenTracks: z.optional(z.array(z.string()).check(z.maxLength(TRACKS_PER_ALBUM_MAX))),
  }),
  bodyLimitBytes: 8 * 1024 * 1024,
  answer: z.object({ success: z.boolean(), album: Album }),
  refusals: [notFound, staleList, titleInUse, albumChanged],
})

export const deleteAlbum = route({
  method: 'DELETE',
  path: '/api/delete-album/:albumTitel',
  access: 'admin',
  summary: 'Removes an album with its tracks and files.',
  params: z.object({ albumTitel: TitleInUrl }),
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const replaceCover = route({
  method: 'PUT',
  path: '/api/album-cover/:albumTitel',
  access: 'admin',
  summary: 'Gives an album another cover.',
  params: z.object({ albumTitel: TitleInUrl }),
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

/** The file of a track as the page for editing its album shows it. */
const EditableFile = z.object({
  trackId: Id,
  format: z.string(),
  bitrate: z.nullable(z.number()),
  sampleRate: z.nullable(z.number()),
  duration: z.number(),
  sizeBytes: z.number(),
})

/** An album with all that an admin may edit. */
export const EditableAlbum = z.object({
  album: Album,
  notes: LinerNotes,
  /** The revision of the album. A client sends it back with its changes. */
  revision: z.number(),
  files: z.array(EditableFile),
  /** The last change in the audit log; its author is null for the operator and for a deleted account. */
  changed: z.nullable(z.object({ by: z.nullable(z.string()), at: IsoTimestamp })),
})
export type EditableAlbum = z.infer<typeof EditableAlbum>

export const getEditableAlbum = route({
  method: 'GET',
  path: '/api/admin/albums/:albumTitel',
  access: 'admin',
  summary: 'An album by its title, id or former title, with all that can be edited.',
  params: z.object({ albumTitel: TitleInUrl }),
  answer: EditableAlbum,
  refusals: [notFound],
})

/** Maximum number of artists in a list of suggestions. */
export const SUGGESTIONS = 8

export const suggestArtists = route({
  method: 'GET',
  path: '/api/admin/artists',
  access: 'admin',
  summary: 'Artists one of whose words begins with a text.',
  query: z.object({ search: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ artists: z.array(ArtistLink) }),
})

export const updateArtist = route({
  method: 'PATCH',
  path: '/api/admin/artists/:id',
  access: 'admin',
  summary: 'Changes the name by which an artist is sorted.',
  params: z.object({ id: Id }),
  body: z.object({
    /** The name for sorting. If it is empty, it is derived from the name. */
    sortName: plainText({
      max: ARTIST_NAME_MAX_LENGTH,
      tooLong: `Der Sortiername darf höchstens ${ARTIST_NAME_MAX_LENGTH} Zeichen lang sein`,
    }),
  }),
  answer: z.object({ success: z.boolean(), sortName: z.string() }),
  refusals: [artistNotFound],
})
