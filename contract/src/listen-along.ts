import * as z from 'zod/mini'
import { userNotFound } from './presence.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { ListeningRoom, tooManyRooms } from './rooms.ts'
import { Id } from './text.ts'

/** How long a member who is asked has time to answer. */
export const LISTEN_ANSWERED_WITHIN_MS = 30_000

/** The member listens to nothing, or hides it. */
export const notListening = refusal(409, 'NOT_LISTENING', 'Da läuft gerade nichts')
/** The request was answered, or is too old. */
export const listenRequestOver = refusal(410, 'LISTEN_REQUEST_OVER', 'Diese Frage ist vorbei')

export const listenAlong = route({
  method: 'POST',
  path: '/api/users/:id/listen-along',
  access: 'key',
  summary: 'Asks a member who listens to something whether the caller may listen along.',
  params: z.object({ id: Id }),
  answer: z.object({
    /** The room that the member is in, which the caller can join without a question; null when the member was asked. */
    roomId: z.nullable(Id),
    /** The question to the member, and when it ends by the server’s clock in milliseconds since 1970. */
    request: z.nullable(z.object({ id: Id, until: z.number() })),
  }),
  refusals: [userNotFound, notListening],
})

export const answerListenAlong = route({
  method: 'POST',
  path: '/api/listen-requests/:id/answer',
  access: 'key',
  summary: 'Answers such a question; a yes opens a room with what the caller plays.',
  params: z.object({ id: Id }),
  body: z.union([
    z.object({ isAccepted: z.literal(false) }),
    z.object({
      isAccepted: z.literal(true),
      trackId: Id,
      positionMs: z.number().check(z.minimum(0), z.maximum(86_400_000)),
    }),
  ]),
  /** Null after a no. */
  answer: z.object({ room: z.nullable(ListeningRoom) }),
  refusals: [listenRequestOver, tooManyRooms, notFound],
})
