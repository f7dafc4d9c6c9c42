import { markRoot } from '../dom/root-mark.ts'
import { closeOnBack } from './modal-history.ts'

/** Whether a press is outside of the dialog's box, on its backdrop. */
function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Whether something is open above the page. */
function isPageCovered(): boolean {
  return document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null
}

/**
 * Shows a dialog beside the page, which remains usable. Escape calls `onClose`, wherever the focus is, unless a
 * dialog, a menu or a field takes the key. Returns a function that closes it; a focus inside returns to the opener.
 */
export function openBeside(dialog: HTMLDialogElement, onClose: () => void): () => void {
  const opener = document.activeElement
  dialog.show()
  const stop = closeOnEscape(onClose)
  return () => {
    stop()
    const hadFocus = dialog.contains(document.activeElement)
    dialog.close()
    if (hadFocus && opener instanceof HTMLElement) opener.focus()
  }
}

/**
 * Calls `onClose` for Escape, wherever the focus is, unless a dialog, a menu or a field takes the key: for what
 * stands beside the page. Returns a function that stops it.
 */
export function closeOnEscape(onClose: () => void): () => void {
  const stopped = new AbortController()
  document.addEventListener(
    'keydown',
    ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented && !isPageCovered()) onClose()
    },
    { signal: stopped.signal },
  )
  return () => stopped.abort()
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
  const unmark = markRoot('data-modal')
  // The browser itself closes a dialog that rejects Escape twice.
  dialog.addEventListener('close', unmark, { signal: opened.signal })
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
    unmark()
  }
}
