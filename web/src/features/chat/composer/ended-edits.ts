import type { Chat, ChatState } from '../state/chat.ts'
import { liesBeforeLoaded } from '../state/log.ts'
import { withDelivered } from '../state/outgoing.ts'
import { allDrafts, useDraft } from './draft.ts'
import { leaveMode } from './mode.ts'
import { restoreText } from './unsent-texts.ts'

/**
 * Ends editing a message that cannot be edited any more. If the text was changed, it becomes the text of a new message.
 */
export function endEdit(conversation: string): void {
  const edit = allDrafts().get(conversation)?.edit
  if (edit === undefined) return
  leaveMode(conversation)
  const { message, text } = edit
  if (text !== message.content && text.trim() !== '') restoreText(conversation, { text })
}

/** Whether a message was deleted, as far as the loaded messages show it. */
function isDeleted({ log, outbox }: Pick<ChatState, 'log' | 'outbox'>, id: string): boolean {
  if (log.deleted.has(id)) return true
  if (log.revision === undefined || liesBeforeLoaded(log, id)) return false
  return !withDelivered(log.messages, outbox).some((message) => message.id === id)
}

/**
 * Ends editing when the message is deleted, also while the page was closed.
 * @returns a function that stops it
 */
export function watchEditedMessage(conversation: string, { state }: Pick<Chat, 'state'>): () => void {
  function look(): void {
    const edit = allDrafts().get(conversation)?.edit
    if (edit && isDeleted(state.getState(), edit.message.id)) endEdit(conversation)
  }
  const stops = [
    state.subscribe(({ log }, before) => {
      if (log !== before.log) look()
    }),
    useDraft.subscribe(look),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
