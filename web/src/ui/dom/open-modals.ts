import { useSyncExternalStore } from 'react'
import { markRoot } from './root-mark.ts'

/** The open modal dialogs; the topmost one is the last. */
let open: readonly HTMLDialogElement[] = []
const followers = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const changed of followers) changed()
}

/**
 * Registers a dialog as the topmost modal dialog. While a dialog is registered, the root element has the attribute
 * `data-modal`.
 * @returns a function that unregisters the dialog
 */
export function registerModal(dialog: HTMLDialogElement): () => void {
  const unmark = markRoot('data-modal')
  change([...open, dialog])
  return () => {
    unmark()
    change(open.filter((each) => each !== dialog))
  }
}

/** The topmost modal dialog, as a hook; undefined if none is open. Everything outside of it is inert. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    (changed) => {
      followers.add(changed)
      return () => followers.delete(changed)
    },
    () => open.at(-1),
    () => undefined,
  )
}
