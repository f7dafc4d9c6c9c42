import { ROOM_ID } from '@tonarchiv/contract/chat'
import { socket } from '#realtime/socket-instance.ts'
import { createTypingSender } from './typing.ts'

/** The conversation in which the member types; there is one field on a page. */
let conversationId: string | undefined

const sender = createTypingSender((isTyping) => socket.send({ type: 'typing', isTyping, conversationId }))

/** Sends to the others of the conversation whether this member is typing. */
export const ownTyping = {
  typed(id: string): void {
    conversationId = id === ROOM_ID ? undefined : id
    sender.typed()
  },
  stop: sender.stop,
}
