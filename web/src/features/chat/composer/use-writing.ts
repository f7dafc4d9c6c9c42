import { isSendable, MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useConversationChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { ownTyping } from '../typing/own-typing.ts'
import { setText, useDraft } from './draft.ts'
import { lastOwnEditable } from './last-own.ts'
import { composerMode, resetMode, setComposerMode, startEdit, useComposerMode } from './mode.ts'

/** The text in the field: that of the draft, or of the message that is edited. */
export function useWriting(field: RefObject<HTMLTextAreaElement | null>, ownId: string) {
  const chat = useConversationChat()
  const conversationId = useConversationId()
  const draft = useDraft(({ text }) => text)
  const mode = useComposerMode()
  const text = mode.kind === 'edit' ? mode.text : draft

  function write(value: string): void {
    if (mode.kind === 'edit') return setComposerMode(conversationId, { ...mode, text: value })
    setText(value)
    if (value.trim() === '') ownTyping.stop()
    else ownTyping.typed(conversationId)
  }

  /** Saves the edited text. A rejected one returns to the field, unless something else was begun. */
  async function save(): Promise<void> {
    if (mode.kind !== 'edit') return
    const { message } = mode
    const content = messageText(mode.text)
    resetMode(conversationId)
    if (content === message.content || (await chat.edit(message, content))) return
    if (composerMode(conversationId).kind === 'new') startEdit(conversationId, message, content)
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
  // A message that was deleted meanwhile cannot be edited.
  useEffect(() => {
    if (editedId === undefined) return undefined
    return chat.state.subscribe(({ log }) => {
      if (log.deleted.has(editedId)) resetMode(conversationId)
    })
  }, [chat, conversationId, editedId])

  return { mode, text, write, save, editLast, cancel: () => resetMode(conversationId) }
}

/** Whether an edited text can be saved; beside an image or a voice message it may be empty. */
export function isSavable(text: string, hasMedia: boolean): boolean {
  return hasMedia ? lengthOf(messageText(text)) <= MESSAGE_MAX_LENGTH : isSendable(text)
}
