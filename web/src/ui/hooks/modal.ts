import { closeOnBack } from './modal-history.ts'

/** Whether a press lies beside the box of a dialog, on what it covers. */
function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/**
 * Opens a dialog over everything; a press beside it asks to be let out. What lies below stops scrolling; where that
 * takes a scrollbar away, its place is kept (base.css), so that nothing jumps. Returns the way to close it.
 */
export function openModal(dialog: HTMLDialogElement, onBeside?: () => void): () => void {
  const page = document.documentElement
  const opened = new AbortController()
  page.toggleAttribute('data-scrollbar', globalThis.innerWidth > page.clientWidth)
  dialog.showModal()
  // As Escape does: whoever opened it decides.
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
