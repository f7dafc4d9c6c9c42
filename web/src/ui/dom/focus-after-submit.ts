/** Moves the focus to the first invalid field of a form; if `isDone`, to the first field, for the next entry. */
export function focusAfterSubmit(form: HTMLFormElement | null, isDone: boolean): void {
  const wanted = isDone ? 'input:not([type="file"])' : '[aria-invalid="true"], [data-problem] input'
  // Errors are rendered before the next frame.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(wanted)?.focus())
}
