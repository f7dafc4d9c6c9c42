import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { useConversationId } from '../state/conversation-context.ts'
import { EMPTY_UNREAD, type Unread } from './unread.ts'

const stores = new Map<string, StoreApi<Unread>>()

/** The member's read mark in a conversation, which is shared by all devices. `startChat` keeps it up to date. */
export function unreadOf(conversationId: string): StoreApi<Unread> {
  const known = stores.get(conversationId)
  if (known !== undefined) return known
  const store = createStore<Unread>(() => EMPTY_UNREAD)
  stores.set(conversationId, store)
  return store
}

/** The read mark in the conversation around this component. */
export function useUnread<T>(read: (unread: Unread) => T): T {
  return useStore(unreadOf(useConversationId()), read)
}

/** Clears all read marks in this browser. */
export function resetUnread(): void {
  for (const store of stores.values()) store.setState(EMPTY_UNREAD, true)
}
