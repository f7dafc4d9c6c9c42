/** As a `ref`: takes the focus when it comes, because what had it has made room for this. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
