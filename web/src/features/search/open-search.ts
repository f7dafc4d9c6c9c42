import { create } from 'zustand'
import { setStored } from '#client/signed-in-storage.ts'

/** Whether the search is open. The top bar and a keyboard shortcut open it; the shell renders it. */
export const useSearchDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openSearch(): void {
  useSearchDialog.setState({ isOpen: true })
}

export function closeSearch(): void {
  useSearchDialog.setState({ isOpen: false })
}

/** Removes all recent searches from this device; also called when the session ends. */
export function forgetAllSearches(): void {
  setStored('recentSearches', undefined)
}
