import { useEffect } from 'react'
import { IS_APPLE } from '#ui/dom/apple.ts'
import { closeSearch, openSearch, useSearchDialog } from '#features/search/index.ts'

/** As the top bar shows it. */
export const SEARCH_KEYS = IS_APPLE ? '⌘ K' : 'Strg K'

/** Opens the search with its key wherever the focus is, unless a dialog waits for an answer; closes it again. */
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
