import type { ChatMessage, Quote } from '@tonarchiv/contract/chat'
import { useConversationId } from '../state/conversation-context.ts'
import { allDrafts, changeDraft, draftIn, useDraft, type Draft, type DraftEdit } from './draft.ts'

/** What the composer writes: a new message, a reply to a message, or a new text of an own message. */
export type ComposerMode = { kind: 'new' } | { kind: 'reply'; quote: Quote } | ({ kind: 'edit' } & DraftEdit)

function modeOf({ edit, replyTo }: Pick<Draft, 'edit' | 'replyTo'>): ComposerMode {
  if (edit) return { kind: 'edit', ...edit }
  return replyTo ? { kind: 'reply', quote: replyTo } : { kind: 'new' }
}

/** The mode of the composer in the conversation around this component. */
export function useComposerMode(): ComposerMode {
  const id = useConversationId()
  const edit = useDraft((drafts) => draftIn(drafts, id).edit)
  const replyTo = useDraft((drafts) => draftIn(drafts, id).replyTo)
  return modeOf({ edit, replyTo })
}

export function isEditing(conversationId: string): boolean {
  return allDrafts().get(conversationId)?.edit !== undefined
}

export function startReply(conversationId: string, quote: Quote): void {
  changeDraft(conversationId, () => ({ replyTo: quote, edit: undefined }))
}

export function startEdit(conversationId: string, message: ChatMessage, text = message.content): void {
  changeDraft(conversationId, () => ({ edit: { message, text } }))
}

/** Ends editing; if nothing is edited, the next message is not a reply any more. */
export function leaveMode(conversationId: string): void {
  changeDraft(conversationId, ({ edit }) => (edit ? { edit: undefined } : { replyTo: undefined }))
}
