/** Puts the focus on what is wrong first in a form; where it is done, on its first field, for the next entry. */
export function focusAfterSubmit(form: HTMLFormElement | null, isDone: boolean): void {
  const wanted = isDone ? 'input:not([type="file"])' : '[aria-invalid="true"], [data-problem] input'
  // What is wrong is in the document after the next frame at the latest.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(wanted)?.focus())
}
