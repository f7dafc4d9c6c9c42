import { COVER_MAX_BYTES, TRACK_MAX_BYTES, TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive-editing'
import { AlbumType } from '@tonarchiv/contract/catalog'
import { GENRES_MAX, NAMES_PER_ROLE_MAX, NOTES_MAX_LENGTH, ROLES_MAX } from '@tonarchiv/contract/liner-notes'
import { LYRICS_SOURCES } from '@tonarchiv/contract/lyrics'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { THUMBNAIL_MAX_BYTES, VIDEO_MAX_BYTES } from '@tonarchiv/contract/videos'
import * as z from 'zod/mini'

/** Name of the index: a file in the export's folder, and in each album's folder, that describes that folder. */
export const INDEX_NAME = 'tonarchiv.json'
/** Raise it when code for the previous version would misread a new index. */
export const INDEX_VERSION = 1

/** Characters of an artist's name: the same limit as in the import of music. */
const NAME_MAX_LENGTH = 200
const ARTISTS_MAX = 100
/** Bytes; a character of lyrics takes up to three. */
export const LYRICS_MAX_BYTES = 3 * LYRICS_MAX_LENGTH
/** Code units. The import also checks titles and descriptions by the rules of the forms. */
const TEXT_MAX_LENGTH = 20_000
const ALBUMS_MAX = 1_000_000
const VIDEOS_MAX = 100_000

/** The name of a file or folder, without a path: it cannot refer to another folder. */
const PlainName = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((name) => name !== '.' && name !== '..' && !/[/\\\0]/.test(name)),
)
/** A path below the export's folder, with slashes on every system. */
const Path = z.string().check(
  z.maxLength(1000),
  z.refine((path) => path.split('/').every((name) => z.safeParse(PlainName, name).success)),
)

/** A UUID, which may come from another archive. */
const RowId = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/))
const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/))
const Text = z.string().check(z.maxLength(TEXT_MAX_LENGTH))
const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const ArtistName = z.string().check(z.minLength(1), z.maxLength(NAME_MAX_LENGTH))

/** A track has one further file of each format at most. */
const FURTHER_MAX = 20

function fileOf(name: typeof PlainName, maxBytes: number) {
  return z.object({ name, sizeBytes: z.int().check(z.minimum(0), z.maximum(2 * maxBytes)) })
}

const TrackEntry = z.object({
  id: RowId,
  title: Text,
  durationSeconds: z.number().check(z.minimum(0)),
  createdAt: Time,
  artists: z
    .array(z.object({ name: ArtistName, role: z.enum(['main', 'feature']) }))
    .check(z.maxLength(ARTISTS_MAX)),
  /** Null for a track without a file. */
  file: z.nullable(fileOf(PlainName, TRACK_MAX_BYTES)),
  /** The same recording in other encodings. */
  further: z.optional(
    z
      .array(
        z.extend(fileOf(PlainName, TRACK_MAX_BYTES), {
          /** Whether the track's own file was converted from this file. */
          isOriginal: z.optional(z.literal(true)),
        }),
      )
      .check(z.maxLength(FURTHER_MAX)),
  ),
  /** Whether a file of this track was missing from the storage when it was exported. */
  isMissing: z.optional(z.literal(true)),
  /** Lyrics, whose text is in a file of its own. Older exports have none. */
  lyrics: z.optional(
    z.object({
      source: z.enum(LYRICS_SOURCES),
      file: fileOf(PlainName, LYRICS_MAX_BYTES),
      /** SHA-256 of the text in hexadecimal digits. */
      sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
    }),
  ),
})

/** Liner notes; the import checks them by the rules of the form. */
const NotesEntry = z.object({
  notes: z.string().check(z.maxLength(4 * NOTES_MAX_LENGTH)),
  credits: z
    .array(z.object({ role: Text, names: z.array(Text).check(z.maxLength(NAMES_PER_ROLE_MAX)) }))
    .check(z.maxLength(ROLES_MAX)),
  genres: z.array(Text).check(z.maxLength(GENRES_MAX)),
  releasedOn: z.nullable(Text),
  recordedOn: z.nullable(Text),
  label: Text,
  source: Text,
})
export type NotesEntry = z.infer<typeof NotesEntry>

/** The index in the folder of an album. */
export const AlbumIndex = z.object({
  format: z.literal('tonarchiv-album'),
  version: z.literal(INDEX_VERSION),
  id: RowId,
  /** Revision of the album in the archive, which every change of it increments. */
  revision: z.int(),
  title: Text,
  type: AlbumType,
  year: z.nullable(z.int().check(z.minimum(1900), z.maximum(2100))),
  isExclusive: z.boolean(),
  createdAt: Time,
  artists: z.array(ArtistName).check(z.maxLength(ARTISTS_MAX)),
  /** Missing in exports of older versions. */
  notes: z.optional(NotesEntry),
  cover: z.nullable(fileOf(PlainName, COVER_MAX_BYTES)),
  /** In the order of the album. */
  tracks: z.array(TrackEntry).check(z.maxLength(TRACKS_PER_ALBUM_MAX)),
})
export type AlbumIndex = z.infer<typeof AlbumIndex>
export type TrackEntry = AlbumIndex['tracks'][number]

const VideoEntry = z.object({
  id: RowId,
  title: Text,
  description: Text,
  uploadDate: Day,
  createdAt: Time,
  file: fileOf(Path, VIDEO_MAX_BYTES),
  thumbnail: z.nullable(fileOf(Path, THUMBNAIL_MAX_BYTES)),
})
export type VideoEntry = z.infer<typeof VideoEntry>

/** The index in the export's folder. It is written last: an export without it is not complete. */
export const ArchiveIndex = z.object({
  format: z.literal('tonarchiv-archive'),
  version: z.literal(INDEX_VERSION),
  exportedAt: Time,
  /** In the order of the archive; each folder has an index of its own. */
  albums: z.array(z.object({ id: RowId, folder: Path })).check(z.maxLength(ALBUMS_MAX)),
  videos: z.array(VideoEntry).check(z.maxLength(VIDEOS_MAX)),
})
export type ArchiveIndex = z.infer<typeof ArchiveIndex>
