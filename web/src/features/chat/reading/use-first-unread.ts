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
 * The last message that was read when the chat was opened; the first unread one follows it. When a message arrives that
 * the member does not see, this moves forward to the message that the member has read last.
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
    // If the read mark moves back, the member has made messages unread again. The first unread message then changes.
    return store.subscribe((unread, before) => {
      const { lastReadId } = unread
      if (typeof before.lastReadId !== 'string' || lastReadId === undefined) return
      if (lastReadId === null || lastReadId < before.lastReadId) setMark(markOf(unread))
    })
  }, [store])
  useEffect(() => {
    const isSeen = () => document.visibilityState === 'visible' && document.hasFocus()
    return chat.state.subscribe(({ log }, before) => {
      const newest = log.messages.at(-1)
      const isNew = newest !== undefined && newest.id !== before.log.messages.at(-1)?.id
      if (!isNew || before.log.revision === undefined || newest.userId === ownId || isSeen()) return
      const { lastReadId } = store.getState()
      if (lastReadId === undefined) return
      setMark((now) => (now !== undefined && now >= (lastReadId ?? '') ? now : (lastReadId ?? '')))
    })
  }, [chat, store, ownId])
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
