import type { ChatMessage } from '@tonarchiv/contract/chat'
import { useCallback, useState, type RefObject } from 'react'
import { isOwnMessage } from '../messages/rights.ts'
import { useConversationChat } from '../state/chat-instance.ts'
import { deleteOwn } from '../state/own-deletions-instance.ts'

/**
 * Deletes own messages at once and those of others after a confirmation. The focus stays in the list; after an own
 * message was deleted with a key it is on „Rückgängig“, and then in the list again.
 */
export function useDeletion(scroller: RefObject<HTMLElement | null>, ownId: string) {
  const chat = useConversationChat()
  /** The message of another member whose deletion is to be confirmed. */
  const [requested, ask] = useState<ChatMessage>()
  const onDelete = useCallback(
    (message: ChatMessage, isByKey: boolean) => {
      if (!isOwnMessage(message, ownId)) return ask(message)
      // In the next frame, because the menu first gives the focus back to the message.
      requestAnimationFrame(() => {
        focusBeside(message.id, scroller.current)
        deleteOwn(message.id, isByKey)
      })
      return undefined
    },
    [ownId, scroller],
  )

  function deleteAsked({ id }: ChatMessage): void {
    ask(undefined)
    // The dialog gives the focus back to the button in the message first.
    requestAnimationFrame(() => {
      focusBeside(id, scroller.current)
      void chat.remove(id)
    })
  }

  return { requested, ask, onDelete, deleteAsked }
}

/** Called before a message is removed: moves the focus to the next message, otherwise to the list. */
function focusBeside(id: string, scroller: HTMLElement | null): void {
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
  const index = rows.findIndex((row) => row.dataset['message'] === id)
  if (index === -1 || !rows[index]?.contains(document.activeElement)) return
  const next = rows[index + 1] ?? rows[index - 1] ?? scroller
  next?.focus({ preventScroll: true })
}
