import * as z from 'zod/mini'
import { Person } from './presence.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/** Maximum number of moments of a track in a response; older ones are left out. */
export const MOMENTS_MAX = 200

/** A message of the chat that refers to a second of a track. */
export const Moment = z.object({
  messageId: Id,
  second: z.number(),
  /** The text of the message; may be empty. */
  text: z.string(),
  author: Person,
  createdAt: IsoTimestamp,
  replyCount: z.number(),
  /** The author of the newest reply; null without replies. */
  lastReplier: z.nullable(Person),
})
export type Moment = z.infer<typeof Moment>

export const listMoments = route({
  method: 'GET',
  path: '/api/track/:id/moments',
  access: 'key',
  summary: 'The newest moments of a track that the caller may read, ascending by second.',
  params: z.object({ id: Id }),
  answer: z.object({ moments: z.array(Moment) }),
})
