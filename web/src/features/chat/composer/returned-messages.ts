import { textOf } from '#client/api-error.ts'
import type { Chat } from '../state/chat.ts'
import type { Returned } from '../state/outgoing.ts'
import { removeDelivered, restoreText, restoreImage, showFailure } from './draft.ts'
import { restoreVoice } from '../voice/voice-draft.ts'

/** Number of the newest messages among which a message with a lost response is searched. */
const LOOKED_THROUGH = 30

/** The error text with the name of the file; empty when the error has no text. */
function reasonOf({ failure, media }: Returned): string {
  const reason = textOf(failure, '')
  const isNamed = reason !== '' && media?.file instanceof File && media.file.name !== ''
  return isNamed && media.file instanceof File ? `„${media.file.name}“: ${reason}` : reason
}

/**
 * Restores messages that could not be sent into the composer, on every page.
 * @returns a function that stops it
 */
export function startReturnedHandler(chat: Pick<Chat, 'state' | 'shiftReturned'>): () => void {
  function take(): void {
    const back = chat.shiftReturned()
    if (!back) return
    const { text, clientId, media } = back
    if (back.failure !== undefined) showFailure(reasonOf(back))
    if (text !== '') restoreText({ text, clientId: media ? undefined : clientId })
    if (media?.kind === 'image') restoreImage(media)
    else if (media) restoreVoice(media)
  }
  return chat.state.subscribe(({ log, returned }, before) => {
    if (returned.length > 0) take()
    if (log !== before.log)
      removeDelivered(new Set(log.messages.slice(-LOOKED_THROUGH).map(({ clientId }) => clientId)))
  })
}
