import { create } from 'zustand'

/** Milliseconds for which the row of a new entry is highlighted. */
const MARKED_FOR = 5000

/** The ids of those entries of the open playlist that other members have just added. */
export const useArrivals = create<{ entryIds: ReadonlySet<string> }>(() => ({ entryIds: new Set() }))

/** Highlights the rows of entries for five seconds. */
export function markArrived(entryIds: readonly string[]): void {
  if (entryIds.length === 0) return
  useArrivals.setState((before) => ({ entryIds: new Set([...before.entryIds, ...entryIds]) }))
  setTimeout(() => {
    const over = new Set(entryIds)
    useArrivals.setState((before) => ({
      entryIds: new Set([...before.entryIds].filter((id) => !over.has(id))),
    }))
  }, MARKED_FOR)
}

/** Ends all highlights, because the page of the playlist was closed. */
export function clearArrivals(): void {
  useArrivals.setState({ entryIds: new Set() })
}
