import { useEffect } from 'react'
import { IS_APPLE } from '#ui/dom/apple.ts'
import { closeSearch, openSearch, useSearchDialog } from '#features/search/index.ts'

/** The keys that open the search, as the top bar shows them. */
export const SEARCH_KEYS = IS_APPLE ? '⌘ K' : 'Strg K'

/**
 * Lets the keys of `SEARCH_KEYS` open and close the search, wherever the focus is. They do nothing while another modal
 * dialog is open.
 */
export function useSearchKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, shiftKey, isComposing, repeat } = event
      // On Apple devices only ⌘ counts, because Ctrl and K delete the rest of a line there.
      const isRight = IS_APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey
      if (!isRight || altKey || shiftKey || isComposing || key.toLowerCase() !== 'k') return
      // Prevents the browser from opening its own search.
      event.preventDefault()
      if (repeat) return
      if (useSearchDialog.getState().isOpen) closeSearch()
      else if (document.querySelector('dialog:modal:not([data-player])') === null) openSearch()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
