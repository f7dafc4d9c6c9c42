import { useEffect, useState } from 'react'
import { liesBeforeLoaded } from '../state/log.ts'
import { useChat, useConversationChat } from '../state/chat-instance.ts'
import type { Unread } from './unread.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { unreadOf, useUnread } from './unread-store.ts'

/** The message before the first unread one; undefined when nothing is unread. */
function markOf({ lastReadId, count }: Unread): string | undefined {
  return count > 0 ? (lastReadId ?? '') : undefined
}

/**
 * The last message that was read when the chat was opened; the first unread one follows it. It is set again when
 * messages arrive while the page is hidden, and removed after the member has sent a message.
 */
export function useFirstUnread(ownId: string): string | undefined {
  const chat = useConversationChat()
  const store = unreadOf(useConversationId())
  const [mark, setMark] = useState(() => markOf(store.getState()))
  useEffect(() => {
    if (store.getState().lastReadId !== undefined) return undefined
    // The read mark may be loaded after the messages.
    const unsubscribe = store.subscribe((unread) => {
      if (unread.lastReadId === undefined) return
      unsubscribe()
      setMark(markOf(unread))
    })
    return unsubscribe
  }, [store])
  useEffect(() => {
    const isSeen = () => document.visibilityState === 'visible' && document.hasFocus()
    /** Id of the newest message when the page was hidden or lost the focus; undefined while it is seen. */
    let left = isSeen() ? undefined : chat.state.getState().log.messages.at(-1)?.id
    const listening = new AbortController()
    const look = () => {
      left = isSeen() ? undefined : (left ?? chat.state.getState().log.messages.at(-1)?.id ?? '')
    }
    for (const name of ['focus', 'blur'])
      globalThis.addEventListener(name, look, { signal: listening.signal })
    document.addEventListener('visibilitychange', look, { signal: listening.signal })
    const unsubscribe = chat.state.subscribe(({ log, outbox }, before) => {
      if (outbox.length > before.outbox.length) setMark(undefined)
      const newest = log.messages.at(-1)
      const isNew = newest !== undefined && newest.id !== before.log.messages.at(-1)?.id
      if (isNew && before.log.revision !== undefined && newest.userId !== ownId && left !== undefined) {
        const from = left
        setMark((now) => (now !== undefined && now >= from ? now : from))
      }
    })
    return () => {
      listening.abort()
      unsubscribe()
    }
  }, [chat, ownId])
  return mark
}

/**
 * Loads the messages from the mark on.
 * @returns whether the position of the first unread message is known, or cannot be determined
 */
export function useFirstUnreadLoaded(mark: string | undefined): boolean {
  const isMarkKnown = useUnread(({ lastReadId }) => lastReadId !== undefined)
  const isMissing = useChat(({ log }) => mark !== undefined && mark !== '' && liesBeforeLoaded(log, mark))
  const chat = useConversationChat()
  const [searched, setSearched] = useState<string>()
  const isSearching = isMissing && searched !== mark
  useEffect(() => {
    if (!isSearching || mark === undefined) return
    void chat.loadBackTo(mark).then(() => setSearched(mark))
  }, [chat, isSearching, mark])
  return isMarkKnown && !isSearching
}
