import type { User } from '@tonarchiv/contract/users'
import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import type { Command } from './local-rows.ts'
import { OpenSearch } from './OpenSearch.tsx'
import { closeSearch, useSearchDialog } from './open-search.ts'
import styles from './SearchDialog.module.css'

interface SearchDialogProps {
  user: User
  /** The commands that this account may use, including those that open pages. */
  commands: readonly Command[]
}

/** The dialog that searches everything; on phones it fills the window. `openSearch` opens it. */
export function SearchDialog({ user, commands }: SearchDialogProps) {
  const isOpen = useSearchDialog((state) => state.isOpen)
  useClosedByNavigation(isOpen)
  return (
    <Sheet
      open={isOpen}
      onClose={closeSearch}
      from="top"
      drag="never"
      className={styles.dialog}
      aria-label="Suche"
    >
      <OpenSearch user={user} commands={commands} />
    </Sheet>
  )
}

/**
 * Closes the search after a navigation from a menu or dialog above it. Two navigations do not close it: one that began
 * before the search was opened, and one in which a page replaces its own URL.
 */
function useClosedByNavigation(isOpen: boolean): void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()
  const shown = useRef(key)
  const openedAt = useRef('')
  useLayoutEffect(() => {
    if (isOpen) openedAt.current = location.pathname + location.search
  }, [isOpen])
  useLayoutEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (type === NavigationType.Push && openedAt.current !== pathname + search) closeSearch()
  }, [key, type, pathname, search])
}
