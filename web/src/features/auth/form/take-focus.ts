/**
 * As a `ref`: moves the focus to a new element, because the element that had the focus was replaced by it.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
