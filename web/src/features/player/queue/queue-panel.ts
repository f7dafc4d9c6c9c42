import { create } from 'zustand'

/** Whether the queue is open; the bar, the sheet and a key open it, the player bar renders it. */
export const useQueuePanel = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function toggleQueuePanel(): void {
  useQueuePanel.setState(({ isOpen }) => ({ isOpen: !isOpen }))
}

export function closeQueuePanel(): void {
  useQueuePanel.setState({ isOpen: false })
}

const MOST_SHOWN = 9

/** Text of the badge on the queue button; on phones there is room for one digit. See docs/product.md §8.3. */
export function badgeText(count: number, isPhone: boolean): string | undefined {
  if (count === 0) return undefined
  return isPhone && count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)
}
