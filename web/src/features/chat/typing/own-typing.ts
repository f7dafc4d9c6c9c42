import { socket } from '#realtime/socket-instance.ts'
import { createTypingSender } from './typing.ts'

/** Reports to the others that this person types. */
export const ownTyping = createTypingSender((isTyping) => socket.send({ type: 'typing', isTyping }))
