import { nextPaint } from '../dom/next-paint.ts'
import { registerModal } from '../dom/open-modals.ts'
import { closeOnBack } from './modal-history.ts'

/** Whether a press is outside of the dialog, on its backdrop. */
function isBeside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Whether a modal dialog or a popover is open above the page. */
function isPageCovered(): boolean {
  return document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null
}

/**
 * Shows a dialog beside the page, which stays usable. Escape calls `onClose` wherever the focus is, unless a dialog, a
 * menu or a field handles the key.
 * @returns a function that closes the dialog; if the focus is in the dialog, it returns to the element that had it
 * before
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
 * Calls `onClose` for Escape wherever the focus is, unless a dialog, a menu or a field handles the key. Used for panels
 * beside the page.
 * @returns a function that removes the handler
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
 * Opens a modal dialog. The page behind it does not scroll; the space of the removed scrollbar stays reserved
 * (base.css), so that the layout does not move. Returns a function that closes the dialog.
 * @param onBeside - called for a press on the backdrop
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
  // When two presses of Escape are prevented, the browser closes the dialog by itself; this handles its close event.
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
 * Opens a modal dialog that only its owner can close: Escape and Back have no effect. Returns a function that closes
 * the dialog.
 */
export function openPersistent(dialog: HTMLDialogElement): () => void {
  const opened = new AbortController()
  const { signal } = opened
  let close = openModal(dialog, undefined, true)
  // The dialog must not receive Escape, because the browser closes a dialog that has prevented Escape twice.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') event.preventDefault()
    },
    { signal, capture: true },
  )
  // The Back gesture of phones can close a dialog even if that was prevented; then the dialog is opened again.
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
 * Opens a modal dialog that fills the window. It is displayed before it becomes modal: making the page inert requires
 * the browser to compute the styles of the whole page again, which takes longer than everything else.
 * @returns a function that closes the dialog
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
  // Before the dialog is modal, the browser emits no cancel event for Escape.
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
    // By itself, the browser would return the focus to the element that had it when the dialog became modal.
    if (hadFocus && opener instanceof HTMLElement) opener.focus()
  }
}

function becomeModal(dialog: HTMLDialogElement): void {
  const focused = document.activeElement
  // `showModal` throws if the dialog is open but not modal, so the attribute is removed. The browser does not compute
  // styles between these two calls.
  dialog.removeAttribute('open')
  dialog.showModal()
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus()
}

/** Emits a cancel event, as the browser does for Escape. The owner decides whether the dialog closes. */
function cancel(dialog: HTMLDialogElement): void {
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
}
