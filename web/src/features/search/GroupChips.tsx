import { SEARCH_GROUPS } from '@tonarchiv/contract/search'
import { useEffect, useRef } from 'react'
import type { GroupFilter } from './results.ts'
import styles from './SearchDialog.module.css'
import { GROUP_LABELS } from './wording.ts'

/** The filter for all groups, then one for each group. */
export const GROUP_FILTERS: readonly { group: GroupFilter; label: string }[] = [
  { group: undefined, label: 'Alles' },
  ...SEARCH_GROUPS.map((group) => ({ group, label: GROUP_LABELS[group] })),
  { group: 'pages', label: 'Seiten' },
]

interface GroupChipsProps {
  /** False: the chips are mounted but hidden. The first hits appear sooner if the chips are mounted already. */
  isShown: boolean
  value: GroupFilter
  onChange: (group: GroupFilter) => void
}

/** Chooses the searched group. The focus stays in the field, where Tab changes the group. */
export function GroupChips({ isShown, value, onChange }: GroupChipsProps) {
  const chips = useRef<HTMLFieldSetElement>(null)
  /** The filter that was last scrolled into view; undefined is the first one. */
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

/** The next or previous filter, cyclically. */
export function filterBeside(value: GroupFilter, step: 1 | -1): GroupFilter {
  const index = GROUP_FILTERS.findIndex(({ group }) => group === value)
  return GROUP_FILTERS.at((index + step) % GROUP_FILTERS.length)?.group
}
