import { create } from 'zustand'

/** Milliseconds for which a row is marked that has just arrived. */
const MARKED_FOR = 5000

/** The entries that others have added to the open playlist just now. */
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

/** The playlist is not open any more. */
export function clearArrivals(): void {
  useArrivals.setState({ entryIds: new Set() })
}
