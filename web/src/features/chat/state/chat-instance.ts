import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { useStore } from 'zustand'
import { call } from '#client/call.ts'
import { currentUser } from '#features/auth/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createChat, type ChatState } from './chat.ts'
import { newUuid } from './new-uuid.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The chat of this tab. */
export const chat = createChat({
  calls: {
    read: (query) => call(listMessages, { query }),
    async post({ message, clientId, mediaUrl }) {
      const messageType = mediaUrl === undefined ? 'text' : 'media'
      const answer = await call(postMessage, { body: { message, messageType, clientId, mediaUrl } })
      return answer.message
    },
    remove: (id) => call(deleteMessage, { params: { id } }),
  },
  ownId: () => currentUser()?.id,
  newId: newUuid,
  wait: pause,
  showError: () => showToast('Failed to delete message', { kind: 'error' }),
})

export function useChat<T>(read: (state: ChatState) => T): T {
  return useStore(chat.state, read)
}
