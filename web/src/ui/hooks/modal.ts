import { closeOnBack } from './modal-history.ts'

/** Whether a press is outside of the dialog's box, on its backdrop. */
function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/**
 * Opens a modal dialog; `onBeside` is called for a press on the backdrop. The page below does not scroll; the
 * space of a removed scrollbar is kept (base.css), so that the layout does not move. Returns a function that
 * closes it.
 */
export function openModal(dialog: HTMLDialogElement, onBeside?: () => void): () => void {
  const page = document.documentElement
  const opened = new AbortController()
  page.toggleAttribute('data-scrollbar', globalThis.innerWidth > page.clientWidth)
  dialog.showModal()
  // Like Escape: the owner decides.
  const stopWaiting = closeOnBack(() => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  dialog.addEventListener(
    'click',
    (event) => {
      if (event.target === dialog && isBeside(dialog, event)) onBeside?.()
    },
    { signal: opened.signal },
  )
  return () => {
    opened.abort()
    stopWaiting()
    dialog.close()
  }
}
