/**
 * Opens a dialog over everything. What lies below stops scrolling; where that takes a scrollbar away, its place is
 * kept (base.css), so that nothing jumps.
 */
export function openModal(dialog: HTMLDialogElement): void {
  const page = document.documentElement
  page.toggleAttribute('data-scrollbar', globalThis.innerWidth > page.clientWidth)
  dialog.showModal()
}
