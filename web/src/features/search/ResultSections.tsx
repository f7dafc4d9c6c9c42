// The rows are ARIA options, because a native option can contain neither images nor highlighted text.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { classNames } from '#ui/dom/class-names.ts'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { useIsPainted } from '#ui/hooks/use-is-painted.ts'
import { actionKey, type Results, type Section } from './results.ts'
import { ResultRow } from './ResultRow.tsx'
import styles from './SearchDialog.module.css'

interface SectionsProps {
  /** The id of the listbox element. */
  id: string
  results: Pick<Results, 'sections' | 'terms'>
  active: string | undefined
}

/** About as many rows as fit into a window of 800 px height. */
const FIRST_ROWS = 8

/** The id of an option's element in the document. */
export function entryId(listId: string, key: string): string {
  return `${listId}${key}`
}

/**
 * The hits by group. Of the first results, only the rows that fill the window are rendered before the first paint, and
 * without images; the rest follows after it. Later results are rendered completely, because a shorter list would change
 * the scroll position.
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
