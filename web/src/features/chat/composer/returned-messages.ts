import { textOf } from '#client/api-error.ts'
import type { Chat } from '../state/chat.ts'
import type { Returned } from '../state/outgoing.ts'
import { removeDelivered, restoreText, restoreImage, showFailure } from './draft.ts'
import { restoreVoice } from '../voice/voice-draft.ts'

/** Of the newest messages so many are looked through for one whose answer was lost. */
const LOOKED_THROUGH = 30

/** The reason in words, with the file that it is about; empty when the failure has none. */
function reasonOf({ failure, media }: Returned): string {
  const reason = textOf(failure, '')
  const isNamed = reason !== '' && media?.file instanceof File && media.file.name !== ''
  return isNamed && media.file instanceof File ? `„${media.file.name}“: ${reason}` : reason
}

/** Puts back into the composer what could not be sent, on whatever page its author is. Returns the way to stop. */
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
