import { SEARCH_GROUPS } from '@tonarchiv/contract/search'
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
  value: GroupFilter
  onChange: (group: GroupFilter) => void
}

/** Which group is searched. The focus stays in the field, where Tab changes it. */
export function GroupChips({ value, onChange }: GroupChipsProps) {
  return (
    <fieldset aria-label="Gruppe" className={styles.chips}>
      {GROUP_FILTERS.map((filter) => (
        <button
          key={filter.label}
          type="button"
          tabIndex={-1}
          aria-pressed={filter.group === value}
          ref={filter.group === value ? bringIntoView : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(filter.group)}
        >
          {filter.label}
        </button>
      ))}
    </fieldset>
  )
}

function bringIntoView(chip: HTMLElement | null): void {
  chip?.scrollIntoView({ inline: 'center', block: 'nearest' })
}

/** The filter after or before this one; it cycles. */
export function filterBeside(value: GroupFilter, step: 1 | -1): GroupFilter {
  const index = GROUP_FILTERS.findIndex(({ group }) => group === value)
  return GROUP_FILTERS.at((index + step) % GROUP_FILTERS.length)?.group
}
