import { unanswered, type OutgoingMessage, type OwnMedia } from './outgoing.ts'

/** Maximum number of messages that wait for the connection in a conversation. */
export const OUTBOX_MAX = 50
/** Maximum number of bytes of the files of these messages: what the server accepts from an account in a day. */
const OUTBOX_MAX_BYTES = 100 * 1024 * 1024

/** Why a message with these files cannot be added to the outbox; undefined when it can be added. */
export function outboxProblem(
  outbox: readonly OutgoingMessage[],
  media: readonly Pick<OwnMedia, 'file'>[],
): string | undefined {
  const waiting = unanswered(outbox)
  if (waiting.length >= OUTBOX_MAX)
    return `Es warten schon ${OUTBOX_MAX} Nachrichten. Versuche es wieder, wenn die Verbindung steht.`
  const files = [...waiting.flatMap(({ media }) => media), ...media]
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  if (files.length > 1 && bytes > OUTBOX_MAX_BYTES)
    return 'So viele Dateien können nicht auf einmal warten. Versuche es wieder, wenn die Verbindung steht.'
  return undefined
}
