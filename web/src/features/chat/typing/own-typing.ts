import { ROOM_ID } from '@tonarchiv/contract/chat'
import { socket } from '#realtime/socket-instance.ts'
import { createTypingSender } from './typing.ts'

/** The conversation in which the member types. A page has only one field, so one id is sufficient. */
let conversationId: string | undefined

const sender = createTypingSender((isTyping) => socket.send({ type: 'typing', isTyping, conversationId }))

/** Sends to the other members of the conversation whether this member is typing. */
export const ownTyping = {
  typed(id: string): void {
    conversationId = id === ROOM_ID ? undefined : id
    sender.typed()
  },
  stop: sender.stop,
}
