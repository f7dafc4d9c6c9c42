import {
  ALBUM_SORTS,
  ALBUM_TYPES,
  UNKNOWN,
  type AlbumMark,
  type AlbumSort,
  type AlbumType,
} from '@tonarchiv/contract/catalog'
import { memo, useCallback } from 'react'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { useDeferredMount } from '#ui/hooks/use-deferred-mount.ts'
import styles from './AlbumFilterBar.module.css'
import type { AlbumFilters } from '../albums/filters.ts'
import { SearchField } from './SearchField.tsx'
import { TYPE_LABELS } from '../albums/wording.ts'

const NONE: readonly number[] = []
const ALL = 'all'
const TYPES: { value: AlbumType | typeof ALL; label: string }[] = [
  { value: ALL, label: 'Alle' },
  ...ALBUM_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] })),
]

const SORTS: { value: AlbumSort | ''; label: string }[] = [
  { value: '', label: 'Reihenfolge des Archivs' },
  { value: 'newest', label: 'Neueste' },
  { value: 'title', label: 'Titel' },
  { value: 'year', label: 'Jahr' },
]

interface AlbumFilterBarProps {
  /** The letters or years to which the list can jump; empty for an order without them. */
  marks: readonly AlbumMark[] | undefined
  onJump: (mark: AlbumMark) => void
  filters: AlbumFilters
  /** The release years in the archive, newest first. */
  years: readonly number[]
  onChange: (change: Partial<AlbumFilters>) => void
}

/**
 * The filters of the archive: search text, year, type and order. The bar stays below the top bar while the archive
 * scrolls.
 */
export const AlbumFilterBar = memo(function AlbumFilterBar({
  marks,
  onJump,
  filters,
  years,
  onChange,
}: AlbumFilterBarProps) {
  const { search, year, type, sort } = filters
  // The year in the URL is offered even if no album has that year.
  const known = useDeferredMount(years, NONE)
  const offered = year === undefined || known.includes(year) ? known : [year, ...known]
  const changeSearch = useCallback((search: string) => onChange({ search }), [onChange])
  return (
    <search className={styles.bar} data-filter-bar>
      <div className={styles.search}>
        <SearchField value={search} onChange={changeSearch} />
      </div>
      <SelectField
        label="Jahr"
        labelHidden
        fieldClassName={styles.year}
        value={year ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ year: value === '' ? undefined : Number(value) })
        }
      >
        <option value="">Alle Jahre</option>
        {offered.map((offeredYear) => (
          <option key={offeredYear} value={offeredYear}>
            {offeredYear}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Sortierung"
        labelHidden
        fieldClassName={styles.sort}
        value={sort ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: ALBUM_SORTS.find((one) => one === value) })
        }
      >
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {marks && marks.length > 1 && <JumpMenu {...{ marks, sort, onJump }} />}
      <div className={styles.types}>
        <ToggleGroup
          label="Typ"
          options={TYPES}
          value={type ?? ALL}
          onChange={(value) => onChange({ type: value === ALL ? undefined : value })}
        />
      </div>
    </search>
  )
})

interface JumpMenuProps extends Pick<AlbumFilterBarProps, 'onJump'> {
  marks: readonly AlbumMark[]
  sort: AlbumSort | undefined
}

function JumpMenu({ marks, sort, onJump }: JumpMenuProps) {
  return (
    <SelectField
      label={sort === 'year' ? 'Zu einem Jahr springen' : 'Zu einem Buchstaben springen'}
      labelHidden
      fieldClassName={styles.jump}
      // Always empty, so that the same entry can be chosen again: it is a command and not a value.
      value=""
      onChange={({ currentTarget: { value } }) => {
        const mark = marks.find(({ label }) => label === value)
        if (mark) onJump(mark)
      }}
    >
      <option value="" disabled>
        Gehe zu
      </option>
      {marks.map(({ label }) => (
        <option key={label} value={label}>
          {label === UNKNOWN ? 'Ohne Jahr' : label}
        </option>
      ))}
    </SelectField>
  )
}
