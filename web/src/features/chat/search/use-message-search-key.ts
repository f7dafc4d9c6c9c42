import { useEffect } from 'react'
import { IS_APPLE } from '#ui/dom/apple.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { openMessageSearch } from './message-search.ts'

/**
 * Lets Ctrl and F (on Apple’s keyboards ⌘ and F) open the search in the messages. The keys do nothing while a modal
 * dialog is open.
 */
export function useMessageSearchKey(): void {
  const conversationId = useConversationId()
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, shiftKey, isComposing } = event
      const isRight = IS_APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey
      if (!isRight || altKey || shiftKey || isComposing || key.toLowerCase() !== 'f') return
      if (document.querySelector('dialog:modal') !== null) return
      // The browser would search only in the messages that are in the document.
      event.preventDefault()
      openMessageSearch(conversationId)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [conversationId])
}
