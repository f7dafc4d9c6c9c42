import { deleteMessage } from '@tonarchiv/contract/chat'
import { urlOf } from '@tonarchiv/contract/route'
import { sessionHeaders } from '#client/call.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { beforeSignOut, currentUser } from '#features/auth/index.ts'
import { showToast, useToast } from '#ui/dom/toast.ts'
import { createOwnDeletions, UNDO_WITHIN } from './own-deletions.ts'
import { openChats, roomChat } from './chat-instance.ts'
import type { Chat } from './chat.ts'

/** The chat that shows a message; the room when it is not loaded. */
function chatWith(id: string): Chat {
  const has = (chat: Chat) => chat.state.getState().log.messages.some((message) => message.id === id)
  return [...openChats().values()].find(has) ?? roomChat
}

const deletions = createOwnDeletions({
  hide: (id) => chatWith(id).hide(id),
  show: (ids) => {
    for (const chat of openChats().values()) chat.show(ids)
  },
  remove: (id) => chatWith(id).remove(id),
  store: (ids) => {
    const userId = currentUser()?.id
    setStored('unfinishedDeletions', ids.length === 0 ? undefined : [userId, ...ids].join(' '))
  },
  offer(count, undo, takesFocus) {
    const text = count === 1 ? 'Nachricht gelöscht' : `${count} Nachrichten gelöscht`
    const action = { label: 'Rückgängig', onPress: undo }
    const id = showToast(text, { duration: UNDO_WITHIN, action, takesFocus })
    const isOpen = () => useToast.getState().toast?.id === id
    return {
      isOpen,
      onClosed: (closed) =>
        useToast.subscribe(() => {
          if (!isOpen()) closed()
        }),
    }
  },
})

/**
 * Hides an own message. It is deleted for all members unless it is restored.
 * @param isByKey - whether a key was pressed; then „Rückgängig“ has the focus
 */
export function deleteOwn(id: string, isByKey: boolean): void {
  deletions.delete(id, isByKey)
}

/** Sends pending deletions while the page is being unloaded, with requests that continue after it. */
function deleteWhileLeaving(): void {
  for (const id of deletions.pending()) {
    const address = urlOf(deleteMessage, { params: { id } })
    void fetch(address, { method: deleteMessage.method, headers: sessionHeaders(), keepalive: true }).catch(
      () => undefined,
    )
  }
}

/** Sends deletions that an earlier page of this tab could not send. */
function resume(): void {
  const [userId, ...ids] = getStored('unfinishedDeletions')?.split(' ') ?? []
  if (userId === undefined || userId !== currentUser()?.id) return
  setStored('unfinishedDeletions', undefined)
  for (const id of ids) void roomChat.remove(id)
}

/** Makes sure that pending deletions are sent, however the page is left. Returns a function that stops it. */
export function startOwnDeletions(): () => void {
  resume()
  const listening = new AbortController()
  globalThis.addEventListener('pagehide', deleteWhileLeaving, { signal: listening.signal })
  const stop = beforeSignOut(deletions.flush)
  return () => {
    listening.abort()
    stop()
    // Without a session nothing can be deleted. The next session in this tab sends the stored deletions.
    deletions.abandon()
  }
}
