import { SEARCH_GROUPS } from '@tonarchiv/contract/search'
import { useEffect, useRef } from 'react'
import type { GroupFilter } from './results.ts'
import styles from './SearchDialog.module.css'
import { GROUP_LABELS } from './wording.ts'

/** All groups, then each one. */
export const GROUP_FILTERS: readonly { group: GroupFilter; label: string }[] = [
  { group: undefined, label: 'Alles' },
  ...SEARCH_GROUPS.map((group) => ({ group, label: GROUP_LABELS[group] })),
  { group: 'pages', label: 'Seiten' },
]

interface GroupChipsProps {
  /** Otherwise they are in the document and hidden: the first letter shows its hits sooner if it does not add them. */
  isShown: boolean
  value: GroupFilter
  onChange: (group: GroupFilter) => void
}

/** Which group is searched. The focus stays in the field, where Tab changes it. */
export function GroupChips({ isShown, value, onChange }: GroupChipsProps) {
  const chips = useRef<HTMLFieldSetElement>(null)
  /** Which one was brought into view; at first it is the first one. */
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

/** The filter after or before this one; it cycles. */
export function filterBeside(value: GroupFilter, step: 1 | -1): GroupFilter {
  const index = GROUP_FILTERS.findIndex(({ group }) => group === value)
  return GROUP_FILTERS.at((index + step) % GROUP_FILTERS.length)?.group
}
