import * as z from 'zod/mini'
import { integer } from '../frame/shape.ts'

/** An account with its rights. */
export const User = z.object({
  username: z.string(),
  scrobblingEnabled: z.boolean(),
  adminRole: z.boolean(),
  settingsRole: z.boolean(),
  downloadRole: z.boolean(),
  uploadRole: z.boolean(),
  playlistRole: z.boolean(),
  coverArtRole: z.boolean(),
  commentRole: z.boolean(),
  podcastRole: z.boolean(),
  streamRole: z.boolean(),
  jukeboxRole: z.boolean(),
  shareRole: z.boolean(),
  videoConversionRole: z.boolean(),
  folder: z.array(integer),
})
