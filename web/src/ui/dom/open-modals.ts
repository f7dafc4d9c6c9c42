import { useSyncExternalStore } from 'react'
import { markRoot } from './root-mark.ts'

/** The open modal dialogs, topmost last. */
let open: readonly HTMLDialogElement[] = []
const followers = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const changed of followers) changed()
}

/**
 * Registers a dialog as the topmost modal one; the root element has the attribute `data-modal` meanwhile.
 * @returns a function that ends it
 */
export function registerModal(dialog: HTMLDialogElement): () => void {
  const unmark = markRoot('data-modal')
  change([...open, dialog])
  return () => {
    unmark()
    change(open.filter((each) => each !== dialog))
  }
}

/** The topmost modal dialog. Everything outside of it is inert. */
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
