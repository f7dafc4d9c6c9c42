import { COVER_MAX_BYTES, TRACK_MAX_BYTES, TRACKS_PER_ALBUM_MAX } from '@tonarchiv/contract/archive-editing'
import { AlbumType } from '@tonarchiv/contract/catalog'
import { GENRES_MAX, NAMES_PER_ROLE_MAX, NOTES_MAX_LENGTH, ROLES_MAX } from '@tonarchiv/contract/liner-notes'
import { LYRICS_SOURCES } from '@tonarchiv/contract/lyrics'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { THUMBNAIL_MAX_BYTES, VIDEO_MAX_BYTES } from '@tonarchiv/contract/videos'
import * as z from 'zod/mini'

/**
 * The name of an index. The folder of an export has an index, and so has the folder of each album. Each index describes
 * its folder.
 */
export const INDEX_NAME = 'tonarchiv.json'
/** The version of the index format. Increment it when code for the previous version would misread a new index. */
export const INDEX_VERSION = 1

/** Maximum number of characters of an artist's name, as in the import of music. */
const NAME_MAX_LENGTH = 200
const ARTISTS_MAX = 100
/** Maximum size of lyrics in bytes. A character takes up to three bytes. */
export const LYRICS_MAX_BYTES = 3 * LYRICS_MAX_LENGTH
/**
 * Maximum length of a text in UTF-16 code units. The import also checks titles and descriptions by the rules of the
 * forms.
 */
const TEXT_MAX_LENGTH = 20_000
const ALBUMS_MAX = 1_000_000
const VIDEOS_MAX = 100_000

/** The name of a file or folder. It contains no path, so that it cannot refer to another folder. */
const PlainName = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((name) => name !== '.' && name !== '..' && !/[/\\\0]/.test(name)),
)
/** A path below the folder of the export, with slashes on every system. */
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

/** Maximum number of further files of a track. A track has at most one further file in each format. */
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
  /** Files with the same recording in other encodings. */
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
  /** Whether a file of this track was missing in the storage when the archive was exported. */
  isMissing: z.optional(z.literal(true)),
  /** The lyrics, whose text is in a separate file. Exports of older versions have none. */
  lyrics: z.optional(
    z.object({
      source: z.enum(LYRICS_SOURCES),
      file: fileOf(PlainName, LYRICS_MAX_BYTES),
      /** SHA-256 of the text in hexadecimal digits. */
      sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
    }),
  ),
})

/** The liner notes. The import checks them by the rules of the form. */
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
  /** The revision of the album in the archive. Every change of the album increments it. */
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

/** The index in the folder of the export. It is written last, so an export without it is incomplete. */
export const ArchiveIndex = z.object({
  format: z.literal('tonarchiv-archive'),
  version: z.literal(INDEX_VERSION),
  exportedAt: Time,
  /** The albums in the order of the archive. The folder of each album has a separate index. */
  albums: z.array(z.object({ id: RowId, folder: Path })).check(z.maxLength(ALBUMS_MAX)),
  videos: z.array(VideoEntry).check(z.maxLength(VIDEOS_MAX)),
})
export type ArchiveIndex = z.infer<typeof ArchiveIndex>
