import * as z from 'zod/mini'
import { userNotFound } from './presence.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { ListeningRoom, tooManyRooms } from './rooms.ts'
import { Id } from './text.ts'

/** Time in milliseconds in which a member must answer a request to listen along. */
export const LISTEN_ANSWERED_WITHIN_MS = 30_000

/** The refusal when the member listens to nothing, or hides what they listen to. */
export const notListening = refusal(409, 'NOT_LISTENING', 'Da läuft gerade nichts')
/** The refusal when the request was already answered, or is too old. */
export const listenRequestOver = refusal(410, 'LISTEN_REQUEST_OVER', 'Diese Frage ist vorbei')

export const listenAlong = route({
  method: 'POST',
  path: '/api/users/:id/listen-along',
  access: 'key',
  summary: 'Asks a member who listens to something whether the caller may listen along.',
  params: z.object({ id: Id }),
  answer: z.object({
    /** The member's room if the caller can join it without asking; null when the member was asked. */
    roomId: z.nullable(Id),
    /** The question that was sent to the member, and its end by the server’s clock in milliseconds since 1970. */
    request: z.nullable(z.object({ id: Id, until: z.number() })),
  }),
  refusals: [userNotFound, notListening],
})

export const cancelListenAlong = route({
  method: 'DELETE',
  path: '/api/listen-requests/:id',
  access: 'key',
  summary: 'Takes back such a question of the caller that was not answered yet.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [listenRequestOver],
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
  /** The room of both members; null when the answer was no. */
  answer: z.object({ room: z.nullable(ListeningRoom) }),
  refusals: [listenRequestOver, tooManyRooms, notFound],
})
