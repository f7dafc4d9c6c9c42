import { create } from 'zustand'

/** Whether the queue panel is open. The queue button and a key open the panel; the player bar renders it. */
export const useQueuePanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function toggleQueuePanel(): void {
  useQueuePanel.setState(({ isOpen }) => ({ isOpen: !isOpen }))
}

export function closeQueuePanel(): void {
  useQueuePanel.setState({ isOpen: false })
}

/** Up to this count the badge shows the number itself; on phones there is room for one digit only. */
const MOST_SHOWN = { desk: 999, phone: 9 }

/** Text of the badge on the queue button; undefined when no track is upcoming. See docs/product.md §8.3. */
export function badgeText(count: number, isPhone: boolean): string | undefined {
  if (count === 0) return undefined
  const most = isPhone ? MOST_SHOWN.phone : MOST_SHOWN.desk
  return count > most ? `${most}+` : String(count)
}

/**
 * Focuses the button that opens the queue: the one in the open modal dialog, if there is one. Call this after the
 * focused row or button of the queue was removed.
 */
export function focusQueueButton(): void {
  const button =
    document.querySelector<HTMLElement>('dialog:modal [data-queue-button]') ??
    document.querySelector<HTMLElement>('[data-queue-button]')
  button?.focus()
}
