import { socket } from '#realtime/socket-instance.ts'
import { createTypingSender } from './typing.ts'

/** Sends to the other members whether this member is typing. */
export const ownTyping = createTypingSender((isTyping) => socket.send({ type: 'typing', isTyping }))
