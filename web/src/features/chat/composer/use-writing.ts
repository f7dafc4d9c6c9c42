import { isSendable, MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useConversationChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { ownTyping } from '../typing/own-typing.ts'
import { draftIn, setText, useDraft } from './draft.ts'
import { lastOwnEditable } from './last-own.ts'
import { isEditing, leaveMode, startEdit, useComposerMode } from './mode.ts'
import { restoreText } from './unsent-texts.ts'

/**
 * The text in the field, and functions that change it. The text is that of the draft or, while a message is edited, the
 * new text of this message.
 */
export function useWriting(field: RefObject<HTMLTextAreaElement | null>, ownId: string) {
  const chat = useConversationChat()
  const conversationId = useConversationId()
  const draft = useDraft((drafts) => draftIn(drafts, conversationId).text)
  const mode = useComposerMode()
  const text = mode.kind === 'edit' ? mode.text : draft

  function write(value: string): void {
    if (mode.kind === 'edit') return startEdit(conversationId, mode.message, value)
    setText(value)
    if (value.trim() === '') ownTyping.stop()
    else ownTyping.typed(conversationId)
  }

  /**
   * Saves the edited text. If the server rejects it, editing continues with this text. If another message is being
   * edited by then, the text becomes that of an unsent message.
   */
  async function save(): Promise<void> {
    if (mode.kind !== 'edit') return
    const { message } = mode
    const content = messageText(mode.text)
    leaveMode(conversationId)
    if (content === message.content || (await chat.edit(message, content))) return
    if (isEditing(conversationId)) restoreText(conversationId, { text: content })
    else startEdit(conversationId, message, content)
  }

  /** Edits the last own message. */
  function editLast(): boolean {
    const message = lastOwnEditable(chat.state.getState(), ownId, Date.now())
    if (message) startEdit(conversationId, message)
    return message !== undefined
  }

  const editedId = mode.kind === 'edit' ? mode.message.id : undefined
  const repliedId = mode.kind === 'reply' ? mode.quote.id : undefined
  const begin = useEffectEvent(() => {
    const area = field.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  })
  useEffect(() => {
    if (editedId !== undefined || repliedId !== undefined) begin()
  }, [editedId, repliedId])

  return { mode, text, write, save, editLast, cancel: () => leaveMode(conversationId) }
}

/** Whether an edited text can be saved; beside an image or a voice message it may be empty. */
export function isSavable(text: string, hasMedia: boolean): boolean {
  return hasMedia ? lengthOf(messageText(text)) <= MESSAGE_MAX_LENGTH : isSendable(text)
}
