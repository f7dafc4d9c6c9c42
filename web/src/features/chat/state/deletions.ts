import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { ApiError } from '#client/api-error.ts'
import type { ChatCalls } from './chat-calls.ts'

export interface DeletionsParts {
  call: ChatCalls['remove']
  getHidden: () => ReadonlySet<string>
  setHidden: (ids: ReadonlySet<string>) => void
  onFailed: (failure: unknown) => void
}

export interface Deletions {
  /** Hides a message on this page only; `show` reverts that. */
  hide: (id: string) => void
  show: (ids: readonly string[]) => void
  /** Deletes a message for all members. If the server rejects that, the message is shown again. */
  remove: (id: string) => Promise<void>
}

/** Deletes messages optimistically: they are hidden at once. */
export function createDeletions({ call, getHidden, setHidden, onFailed }: DeletionsParts): Deletions {
  function hide(id: string): void {
    if (!getHidden().has(id)) setHidden(new Set([...getHidden(), id]))
  }

  function show(ids: readonly string[]): void {
    setHidden(new Set([...getHidden()].filter((id) => !ids.includes(id))))
  }

  return {
    hide,
    show,
    async remove(id) {
      hide(id)
      try {
        await call(id)
      } catch (failure) {
        // The message is shown again already, or another member has deleted it.
        if (!getHidden().has(id) || (failure instanceof ApiError && failure.is(messageNotFound))) return
        show([id])
        onFailed(failure)
      }
    },
  }
}
