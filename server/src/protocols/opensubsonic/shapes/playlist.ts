import * as z from 'zod/mini'
import { dateTime, integer } from '../frame/shape.ts'
import { Child } from './child.ts'

/** A playlist in a list. */
export const Playlist = z.object({
  id: z.string(),
  name: z.string(),
  comment: z.optional(z.string()),
  owner: z.string(),
  public: z.boolean(),
  /** Whether the caller may not change the entries of the playlist. */
  readonly: z.boolean(),
  songCount: integer,
  duration: integer,
  created: dateTime,
  changed: dateTime,
  coverArt: z.optional(z.string()),
})

export const PlaylistWithSongs = z.extend(Playlist, { entry: z.array(Child) })
