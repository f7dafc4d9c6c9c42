import type { User } from '@tonarchiv/contract/users'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import type { Command } from './local-rows.ts'
import { OpenSearch } from './OpenSearch.tsx'
import { closeSearch, useSearchDialog } from './open-search.ts'
import styles from './SearchDialog.module.css'

interface SearchDialogProps {
  user: User
  /** The pages and commands that this account may use. */
  commands: readonly Command[]
}

/** The search for everything, opened by `openSearch`: a dialog, on phones the whole window. */
export function SearchDialog({ user, commands }: SearchDialogProps) {
  const isOpen = useSearchDialog((state) => state.isOpen)
  useClosedByNavigation()
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

/** A menu or a dialog above the search may lead to another page. */
function useClosedByNavigation(): void {
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    closeSearch()
  }, [key])
}
