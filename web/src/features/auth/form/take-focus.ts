/** A `ref` that focuses an element when it is mounted. Used where the element replaces the one that had the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
