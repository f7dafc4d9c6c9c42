import { useEffect } from 'react'
import { IS_APPLE } from '#ui/dom/apple.ts'
import { closeSearch, openSearch, useSearchDialog } from '#features/search/index.ts'

/** The keys that open the search, as the top bar shows them. */
export const SEARCH_KEYS = IS_APPLE ? '⌘ K' : 'Strg K'

/** The keys open and close the search, wherever the focus is. They do nothing while another modal dialog is open. */
export function useSearchKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, shiftKey, isComposing, repeat } = event
      // On Apple’s keyboards Ctrl and K delete the rest of a line.
      const isRight = IS_APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey
      if (!isRight || altKey || shiftKey || isComposing || key.toLowerCase() !== 'k') return
      // Otherwise the browser would open its own search.
      event.preventDefault()
      if (repeat) return
      if (useSearchDialog.getState().isOpen) closeSearch()
      else if (document.querySelector('dialog:modal:not([data-player])') === null) openSearch()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
