import { deleteMessage, listMessages, postMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import {
  addReaction,
  editMessage,
  pinMessage,
  removeReaction,
  unpinMessage,
} from '@tonarchiv/contract/chat-changes'
import { useStore } from 'zustand'
import { ApiError, textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { currentUser, keptUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { newUuid } from '#client/new-uuid.ts'
import { createChat, type Chat, type ChatState } from './chat.ts'
import { useConversationId } from './conversation-context.ts'
import { beforeNextFrame } from './frames.ts'
import { uploadMedia } from './upload-media.ts'

/** The error text for failures that have no text of the server. */
const FAILED = 'Das hat nicht geklappt. Bitte versuche es erneut.'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Another tab may have logged in with another account, which this tab learns with its next read of the account. Until
 * then messages wait, so that none is sent in the name of the other account.
 * @throws ApiError
 */
function checkAccount(): void {
  const kept = keptUser()
  if (kept !== undefined && kept.id !== currentUser()?.id) throw ApiError.unreachable()
}

function openChat(id: string): Chat {
  const conversationId = id === ROOM_ID ? undefined : id
  return createChat({
    calls: {
      read: (query) => call(listMessages, { query: { ...query, conversationId } }),
      async post({ message, clientId, mediaUrls, replyTo, card }) {
        checkAccount()
        const messageType = mediaUrls.length === 0 ? 'text' : 'media'
        const media = mediaUrls.length > 1 ? { mediaUrls: [...mediaUrls] } : { mediaUrl: mediaUrls[0] }
        const body = { message, messageType, clientId, ...media, replyTo, card, conversationId } as const
        return (await call(postMessage, { body })).message
      },
      upload: uploadMedia,
      remove: (messageId) => call(deleteMessage, { params: { id: messageId } }),
      edit: (messageId, message, editedAt) =>
        call(editMessage, { params: { id: messageId }, body: { message, editedAt } }),
      react: (messageId, emoji, isAdded) =>
        isAdded
          ? call(addReaction, { params: { id: messageId, emoji } })
          : call(removeReaction, { params: { id: messageId, emoji } }),
      pin: (messageId, isPinned) =>
        isPinned
          ? call(pinMessage, { params: { id: messageId } })
          : call(unpinMessage, { params: { id: messageId } }),
    },
    ownId: () => currentUser()?.id,
    newId: newUuid,
    wait: pause,
    now: () => new Date().toISOString(),
    beforeNextFrame,
    showError: (what, failure) =>
      showToast(what === 'delete' ? 'Failed to delete message' : textOf(failure, FAILED), { kind: 'error' }),
  })
}

/** The chat of the room in this tab. */
export const roomChat = openChat(ROOM_ID)

const chats = new Map<string, Chat>([[ROOM_ID, roomChat]])
/** Called with each chat that is opened. Returns a function that is called when that chat is closed. */
type ChatWatcher = (conversationId: string, chat: Chat) => () => void
let watcher: ChatWatcher | undefined
const watched = new Map<string, () => void>()

/** The chats of this tab by conversation. */
export function openChats(): ReadonlyMap<string, Chat> {
  return chats
}

/** The chat of a conversation in this tab; it is created with the first call. */
export function chatOf(conversationId: string): Chat {
  const known = chats.get(conversationId)
  if (known !== undefined) return known
  const chat = openChat(conversationId)
  chats.set(conversationId, chat)
  if (watcher) watched.set(conversationId, watcher(conversationId, chat))
  return chat
}

/** Maximum number of conversations whose messages a tab keeps. */
const CHATS_MAX = 20

/** Closes the conversations that were opened first, except for the current one and those with messages to send. */
export function closeOldChats(current: string): void {
  for (const [id, chat] of chats) {
    if (chats.size <= CHATS_MAX) return
    if (id === ROOM_ID || id === current || chat.state.getState().outbox.length > 0) continue
    watched.get(id)?.()
    watched.delete(id)
    chat.reset()
    chats.delete(id)
  }
}

/** Watches the chats of all conversations, until the returned function is called; then all are closed and cleared. */
export function watchChats(watch: ChatWatcher): () => void {
  watcher = watch
  for (const [id, chat] of chats) watched.set(id, watch(id, chat))
  return () => {
    watcher = undefined
    // The watchers are called with the empty state, which is also what components show until they are unmounted.
    for (const chat of chats.values()) chat.reset()
    for (const stop of watched.values()) stop()
    watched.clear()
    // The next account may not take part in these conversations.
    for (const id of chats.keys()) if (id !== ROOM_ID) chats.delete(id)
  }
}

/** The chat of the conversation around this component. */
export function useConversationChat(): Chat {
  return chatOf(useConversationId())
}

/** A part of the state of the conversation around this component. */
export function useChat<T>(read: (state: ChatState) => T): T {
  return useStore(useConversationChat().state, read)
}
