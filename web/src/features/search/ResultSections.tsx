// An option of a listbox: a native one can show neither pictures nor marks.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { classNames } from '#ui/dom/class-names.ts'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { useIsPainted } from '#ui/hooks/use-is-painted.ts'
import { actionKey, type Results, type Section } from './results.ts'
import { ResultRow } from './ResultRow.tsx'
import styles from './SearchDialog.module.css'

interface SectionsProps {
  /** Id of the list. */
  id: string
  results: Pick<Results, 'sections' | 'terms'>
  active: string | undefined
}

/** Approximate number of rows in a window with a height of 800 px. */
const FIRST_ROWS = 8

/** The id of an entry in the document. */
export function entryId(listId: string, key: string): string {
  return `${listId}${key}`
}

/**
 * The hits by group. For the first list, the rows that fill the window are rendered first, without images. The other
 * rows and the images follow after the first paint. Later lists are rendered completely, because a shorter list would
 * change the scroll position.
 */
export function FoundSections({ results, ...rest }: SectionsProps) {
  const isPainted = useIsPainted()
  const shown = isPainted ? results : { ...results, sections: firstRows(results.sections) }
  return (
    <LatePictures value={!isPainted}>
      <Sections {...rest} results={shown} />
    </LatePictures>
  )
}

function firstRows(sections: readonly Section[]): Section[] {
  let room = FIRST_ROWS
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, room)
    room -= rows.length
    return rows.length === 0 ? [] : [{ ...section, rows }]
  })
}

export function Sections({ id, results: { sections, terms }, active }: SectionsProps) {
  return sections.map((section) => <SectionRows key={section.id} {...{ id, section, active, terms }} />)
}

interface SectionRowsProps {
  id: string
  section: Section
  active: string | undefined
  terms: readonly string[]
}

function SectionRows({ id, section, active, terms }: SectionRowsProps) {
  const { label, rows, action } = section
  const labelId = entryId(id, section.id)
  const key = actionKey(section)
  return (
    <div role="group" aria-labelledby={labelId}>
      <div className={styles.head} role="presentation">
        <span id={labelId}>{label}</span>
        {action && (
          <span
            role="option"
            tabIndex={-1}
            id={entryId(id, key)}
            data-key={key}
            aria-selected={active === key}
            className={classNames(styles.action, active === key && styles.active)}
          >
            {action.label}{' '}
            {action.count !== undefined && <span className={styles.count}>{action.count}</span>}
          </span>
        )}
      </div>
      {rows.map((row) => (
        <ResultRow
          key={row.key}
          id={entryId(id, row.key)}
          row={row}
          terms={terms}
          isActive={row.key === active}
          isRemovable={section.id === 'recent'}
        />
      ))}
    </div>
  )
}
