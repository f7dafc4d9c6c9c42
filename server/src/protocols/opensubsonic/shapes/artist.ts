import * as z from 'zod/mini'
import { dateTime, integer } from '../frame/shape.ts'
import { AlbumID3 } from './album.ts'

/** An artist as endpoints for browsing by folders return it. */
export const Artist = z.object({
  id: z.string(),
  name: z.string(),
  starred: z.optional(dateTime),
})

/** An artist as endpoints for browsing by tags return it. */
export const ArtistID3 = z.object({
  id: z.string(),
  name: z.string(),
  coverArt: z.optional(z.string()),
  albumCount: z.optional(integer),
  sortName: z.optional(z.string()),
  starred: z.optional(dateTime),
})
export type ArtistID3 = z.infer<typeof ArtistID3>

export const ArtistWithAlbums = z.extend(ArtistID3, { album: z.array(AlbumID3) })
