import { textOf } from '#client/api-error.ts'
import type { Chat } from '../state/chat.ts'
import type { Returned } from '../state/outgoing.ts'
import { allDrafts, showFailure } from './draft.ts'
import { startReply } from './mode.ts'
import { removeDelivered, restoreMessage } from './unsent-texts.ts'
import { restoreVoice } from '../voice/voice-draft.ts'

/** If the response to a message was lost, the message is searched among this number of newest messages. */
const LOOKED_THROUGH = 30

/** The error text with the name of the file; empty when the error has no text. */
function reasonOf({ failure, media: [file, ...others] }: Returned): string {
  const reason = textOf(failure, '')
  const isNamed = reason !== '' && others.length === 0 && file?.file instanceof File && file.file.name !== ''
  return isNamed && file?.file instanceof File ? `„${file.file.name}“: ${reason}` : reason
}

/**
 * Restores messages that could not be sent into the composer of their conversation, on every page.
 * @returns a function that stops it
 */
export function startReturnedHandler(
  conversation: string,
  chat: Pick<Chat, 'state' | 'shiftReturned'>,
): () => void {
  function take(): void {
    const back = chat.shiftReturned()
    if (!back) return
    if (back.failure !== undefined) showFailure(conversation, reasonOf(back))
    const [first] = back.media
    if (first?.kind !== 'voice') return restoreMessage(conversation, back)
    restoreVoice(conversation, first)
    const { text = '', replyTo } = allDrafts().get(conversation) ?? {}
    if (back.replyTo && text === '' && replyTo === undefined) startReply(conversation, back.replyTo)
  }
  return chat.state.subscribe(({ log, returned }, before) => {
    if (returned.length > 0) take()
    if (log !== before.log) {
      const newest = log.messages.slice(-LOOKED_THROUGH)
      removeDelivered(conversation, new Set(newest.map(({ clientId }) => clientId)))
    }
  })
}
