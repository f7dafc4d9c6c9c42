import { create } from 'zustand'
import { setStored } from '#client/signed-in-storage.ts'

/** Whether the search is open; the top bar and a key open it, the shell renders it. */
export const useSearchDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openSearch(): void {
  useSearchDialog.setState({ isOpen: true })
}

export function closeSearch(): void {
  useSearchDialog.setState({ isOpen: false })
}

/** Removes what was searched on this device; called when the session ends, too. */
export function forgetAllSearches(): void {
  setStored('recentSearches', undefined)
}
