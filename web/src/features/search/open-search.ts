import { create } from 'zustand'
import { setStored } from '#client/signed-in-storage.ts'

/** Whether the search dialog is open. The top bar and a shortcut open it; the shell renders it. */
export const useSearchDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export function openSearch(): void {
  useSearchDialog.setState({ isOpen: true })
}

export function closeSearch(): void {
  useSearchDialog.setState({ isOpen: false })
}

/** Removes the recent searches of all accounts from this browser. Also called when the session ends. */
export function forgetAllSearches(): void {
  setStored('recentSearches', undefined)
}
