import * as z from 'zod/mini'
import { dateTime, extension, integer } from '../frame/shape.ts'
import { Child } from './child.ts'

const ItemDate = z.object({
  year: z.optional(integer),
  month: z.optional(integer),
  day: z.optional(integer),
})

/** An album as endpoints for browsing by tags return it. */
export const AlbumID3 = z.object({
  id: z.string(),
  name: z.string(),
  artist: z.optional(z.string()),
  artistId: z.optional(z.string()),
  coverArt: z.optional(z.string()),
  songCount: integer,
  duration: integer,
  created: dateTime,
  starred: z.optional(dateTime),
  year: z.optional(integer),
  genre: z.optional(z.string()),
  displayArtist: z.optional(z.string()),
  genres: extension(z.array(z.object({ name: z.string() }))),
  artists: extension(z.array(z.object({ id: z.string(), name: z.string() }))),
  releaseTypes: extension(z.array(z.string())),
  recordLabels: extension(z.array(z.object({ name: z.string() }))),
  releaseDate: extension(ItemDate),
})
export type AlbumID3 = z.infer<typeof AlbumID3>

export const AlbumWithSongs = z.extend(AlbumID3, { song: z.array(Child) })
