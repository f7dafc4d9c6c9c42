import { nextPaint } from '../dom/next-paint.ts'
import { registerModal } from '../dom/open-modals.ts'
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
export function openModal(
  dialog: HTMLDialogElement,
  onBeside?: () => void,
  isPersistent = false,
): () => void {
  const page = document.documentElement
  const opened = new AbortController()
  const { signal } = opened
  page.toggleAttribute('data-scrollbar', globalThis.innerWidth > page.clientWidth)
  dialog.showModal()
  const unregister = registerModal(dialog)
  // The browser itself closes a dialog that rejects Escape twice.
  dialog.addEventListener('close', unregister, { signal })
  const stopWaiting = closeOnBack(() => cancel(dialog), isPersistent)
  dialog.addEventListener(
    'click',
    (event) => {
      if (event.target === dialog && isBeside(dialog, event)) onBeside?.()
    },
    { signal },
  )
  return () => {
    opened.abort()
    stopWaiting()
    dialog.close()
    unregister()
  }
}

/**
 * Opens a modal dialog that only its owner closes: Esc and Back leave it open. Returns a function that closes it.
 */
export function openPersistent(dialog: HTMLDialogElement): () => void {
  const opened = new AbortController()
  const { signal } = opened
  let close = openModal(dialog, undefined, true)
  // The browser closes a dialog that rejects Escape twice, so that it does not get the key.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') event.preventDefault()
    },
    { signal, capture: true },
  )
  // Phones close it with their own Back, which asks only once.
  dialog.addEventListener(
    'close',
    () => {
      if (dialog.open) return
      close()
      close = openModal(dialog, undefined, true)
    },
    { signal },
  )
  return () => {
    opened.abort()
    close()
  }
}

/**
 * Opens a modal dialog that fills the window, as `openModal` does. It is on screen before the page below becomes
 * inert: for that the browser computes the styles of the whole page, which takes longer than everything else.
 */
export function openWhole(dialog: HTMLDialogElement): () => void {
  const page = document.documentElement
  const opener = document.activeElement
  const opened = new AbortController()
  const { signal } = opened
  page.toggleAttribute('data-scrollbar', globalThis.innerWidth > page.clientWidth)
  dialog.toggleAttribute('open', true)
  const unregister = registerModal(dialog)
  dialog.addEventListener('close', unregister, { signal })
  const stopWaiting = closeOnBack(() => cancel(dialog))
  // The browser cancels only what is modal.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || dialog.matches(':modal')) return
      event.preventDefault()
      cancel(dialog)
    },
    { signal },
  )
  void nextPaint().then(() => {
    if (!signal.aborted && dialog.open) becomeModal(dialog)
  })
  return () => {
    opened.abort()
    stopWaiting()
    const hadFocus = dialog.contains(document.activeElement)
    dialog.close()
    unregister()
    // The browser knows only what had the focus when it became modal.
    if (hadFocus && opener instanceof HTMLElement) opener.focus()
  }
}

function becomeModal(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  // One that is open cannot become modal. Its styles are not computed in between.
  dialog.removeAttribute('open')
  dialog.showModal()
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus()
}

/** Like Escape: the owner decides. */
function cancel(dialog: HTMLDialogElement): void {
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
}
