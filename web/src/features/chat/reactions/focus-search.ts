/**
 * Moves the focus to the search field of a picker, except on touch screens, where the keyboard would cover the emojis.
 * @returns whether the field has the focus
 */
export function focusSearch(picker: Element | null | undefined): boolean {
  if (!matchMedia('(hover: hover)').matches) return false
  const field = picker?.querySelector<HTMLElement>('input[type="search"]')
  field?.focus({ preventScroll: true })
  return field !== undefined && field === document.activeElement
}
