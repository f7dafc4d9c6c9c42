import { create } from 'zustand'

/** Milliseconds for which a row is marked that has just arrived. */
const MARKED_FOR = 5000

/** Entries of the open playlist that other members have just added. */
export const useArrivals = create<{ entryIds: ReadonlySet<string> }>(() => ({ entryIds: new Set() }))

/** Marks entries for five seconds. */
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

/** Removes the marks when the playlist is not open any more. */
export function clearArrivals(): void {
  useArrivals.setState({ entryIds: new Set() })
}
