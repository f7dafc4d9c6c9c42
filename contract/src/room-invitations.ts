import * as z from 'zod/mini'
import { friendNotFound } from './friends.ts'
import { route } from './route.ts'
import { notInRoom, roomEnded, roomNotFound } from './rooms.ts'
import { Id } from './text.ts'

export const inviteToRoom = route({
  method: 'POST',
  path: '/api/rooms/:id/invitations',
  access: 'verified',
  summary: 'Invites a friend to a listening room that the caller is in; the friend gets a notice.',
  params: z.object({ id: Id }),
  body: z.object({ userId: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [friendNotFound, notInRoom, roomEnded, roomNotFound],
})
