import { useCallback, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import type { MessageListHandle } from './list/MessageList.tsx'
import { useMessageSearch } from './search/message-search.ts'
import { useMessageSearchKey } from './search/use-message-search-key.ts'

/** What a page shows of a conversation: the newest messages, or those around the message that `?message=` names. */
export interface ConversationView {
  list: RefObject<MessageListHandle | null>
  /** The message of the URL. */
  messageId: string | undefined
  /**
   * Whether the focus moves to the message of the URL. It does not while the member walks through hits of the search.
   */
  takesFocus: boolean
  isSearching: boolean
  /** Shows a message in the list or, when it is not loaded, in the history around it. */
  jump: (messageId: string) => void
  /** Shows a hit of the search in the history. */
  showHit: (messageId: string, takesFocus: boolean) => void
  leaveHistory: () => void
  toEnd: () => void
}

export function useConversationView(): ConversationView {
  const [address, setUrl] = useSearchParams()
  const messageId = address.get('message') ?? undefined
  const isSearching = useMessageSearch(({ isOpen }) => isOpen)
  const [takesFocus, setTakesFocus] = useState(true)
  const list = useRef<MessageListHandle>(null)
  useMessageSearchKey()
  const jump = useCallback(
    (message: string) => {
      if (list.current?.toMessage(message) !== true) setUrl({ message })
    },
    [setUrl],
  )
  const leaveHistory = () => setUrl({}, { replace: true })
  return {
    list,
    messageId,
    takesFocus,
    isSearching,
    jump,
    showHit: (message, takesIt) => {
      setTakesFocus(takesIt)
      setUrl({ message }, { replace: true })
    },
    leaveHistory,
    toEnd: messageId === undefined ? () => list.current?.toEnd() : leaveHistory,
  }
}
