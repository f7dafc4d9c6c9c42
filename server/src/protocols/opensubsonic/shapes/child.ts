import * as z from 'zod/mini'
import { dateTime, extension, integer, milliseconds } from '../frame/shape.ts'

const Named = z.object({ name: z.string() })
const NamedArtist = z.object({ id: z.string(), name: z.string() })

/** A song, a video, or an album as a directory. */
export const Child = z.object({
  id: z.string(),
  parent: z.optional(z.string()),
  isDir: z.boolean(),
  title: z.string(),
  album: z.optional(z.string()),
  artist: z.optional(z.string()),
  track: z.optional(integer),
  year: z.optional(integer),
  genre: z.optional(z.string()),
  coverArt: z.optional(z.string()),
  size: z.optional(z.int()),
  contentType: z.optional(z.string()),
  suffix: z.optional(z.string()),
  duration: z.optional(integer),
  /** Kilobits per second. */
  bitRate: z.optional(integer),
  samplingRate: z.optional(integer),
  channelCount: z.optional(integer),
  path: z.optional(z.string()),
  isVideo: z.optional(z.boolean()),
  originalWidth: z.optional(integer),
  originalHeight: z.optional(integer),
  playCount: z.optional(integer),
  played: z.optional(dateTime),
  /** The position at which the caller wants to continue the song. */
  bookmarkPosition: z.optional(milliseconds),
  created: z.optional(dateTime),
  starred: z.optional(dateTime),
  albumId: z.optional(z.string()),
  artistId: z.optional(z.string()),
  type: z.optional(z.enum(['music', 'video'])),
  mediaType: z.optional(z.enum(['song', 'album'])),
  displayArtist: z.optional(z.string()),
  displayAlbumArtist: z.optional(z.string()),
  genres: extension(z.array(Named)),
  artists: extension(z.array(NamedArtist)),
  albumArtists: extension(z.array(NamedArtist)),
})
export type Child = z.infer<typeof Child>
