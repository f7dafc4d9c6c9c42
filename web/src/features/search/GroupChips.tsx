import { SEARCH_GROUPS } from '@tonarchiv/contract/search'
import { useEffect, useRef } from 'react'
import type { GroupFilter } from './results.ts'
import styles from './SearchDialog.module.css'
import { GROUP_LABELS } from './wording.ts'

/** The filter for all groups of hits, and one filter for each group. */
export const GROUP_FILTERS: readonly { group: GroupFilter; label: string }[] = [
  { group: undefined, label: 'Alles' },
  ...SEARCH_GROUPS.map((group) => ({ group, label: GROUP_LABELS[group] })),
  { group: 'pages', label: 'Seiten' },
]

interface GroupChipsProps {
  /** Whether the chips are displayed. They are always mounted, so that the first hits appear sooner. */
  isShown: boolean
  value: GroupFilter
  onChange: (group: GroupFilter) => void
}

/** The chips that select the group to search. The focus stays in the search field, where Tab selects the next group. */
export function GroupChips({ isShown, value, onChange }: GroupChipsProps) {
  const chips = useRef<HTMLFieldSetElement>(null)
  /** The filter whose chip was last scrolled into view; undefined for the first chip. */
  const inView = useRef<GroupFilter>(undefined)
  useEffect(() => {
    if (!isShown || inView.current === value) return
    inView.current = value
    const chosen = chips.current?.querySelector('[aria-pressed="true"]')
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [isShown, value])
  return (
    <fieldset ref={chips} aria-label="Gruppe" className={styles.chips} hidden={!isShown}>
      {GROUP_FILTERS.map((filter) => (
        <button
          key={filter.label}
          type="button"
          tabIndex={-1}
          aria-pressed={filter.group === value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(filter.group)}
        >
          {filter.label}
        </button>
      ))}
    </fieldset>
  )
}

/** The next (1) or previous (-1) filter; after the last one, the first one follows. */
export function filterBeside(value: GroupFilter, step: 1 | -1): GroupFilter {
  const index = GROUP_FILTERS.findIndex(({ group }) => group === value)
  return GROUP_FILTERS.at((index + step) % GROUP_FILTERS.length)?.group
}
