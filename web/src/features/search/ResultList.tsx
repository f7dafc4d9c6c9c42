// The listbox never has the focus. The search field handles its keys and refers to the selected option. A native list
// could contain neither groups with images nor highlighted text.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { EXACT, type Results } from './results.ts'
import { entryId, FoundSections, Sections } from './ResultSections.tsx'
import styles from './SearchDialog.module.css'
import type { RowDeed } from './use-deeds.ts'

interface ResultListProps {
  id: string
  label: string
  /** The results; undefined while the first ones are loading. */
  results: Results | undefined
  active: string | undefined
  isBusy: boolean
  onPoint: (key: string) => void
  onLeave: () => void
  onPress: (key: string, deed: RowDeed, on: HTMLElement) => void
}

/** The listbox with the results. The focus stays in the search field. Moving the pointer over an option selects it. */
export function ResultList(props: ResultListProps) {
  const { id, label, results, active, isBusy, onPoint, onLeave, onPress } = props
  const list = useRef<HTMLDivElement>(null)
  const pointer = useRef({ x: -1, y: -1 })
  useEffect(() => {
    if (active === undefined) return
    const entry = list.current?.querySelector(`[data-key="${CSS.escape(active)}"]`)
    entry?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const move = ({ target, clientX: x, clientY: y, pointerType }: PointerEvent) => {
    // When rows move below a pointer that rests, browsers also emit pointer events; these do not select a row.
    const isSame = pointer.current.x === x && pointer.current.y === y
    pointer.current = { x, y }
    const key = keyAt(target)
    if (!isSame && pointerType !== 'touch' && key !== undefined) onPoint(key)
  }
  const press = ({ target }: MouseEvent) => {
    const key = keyAt(target)
    if (key === undefined || !(target instanceof Element)) return
    const part = target.closest<HTMLElement>('[data-does]')
    const deed = part?.dataset['does']
    const on = part ?? target.closest<HTMLElement>('[data-key]')
    if (on) onPress(key, deed === 'play' || deed === 'menu' || deed === 'remove' ? deed : 'open', on)
  }
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-busy={isBusy}
      onPointerMove={move}
      onPointerLeave={onLeave}
      // Prevents that a press moves the focus from the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {results?.corrected !== undefined && (
        <p className={styles.typo} role="presentation">
          Ergebnisse für <b>{results.corrected}</b>.{' '}
          <span
            role="option"
            tabIndex={-1}
            id={entryId(id, EXACT)}
            data-key={EXACT}
            aria-selected={active === EXACT}
            className={classNames('link', active === EXACT && styles.exact)}
          >
            Nur „{results.query.text}“ suchen
          </span>
        </p>
      )}
      {results &&
        (results.query.text === '' ? (
          <Sections {...{ id, active, results }} />
        ) : (
          <FoundSections {...{ id, active, results }} />
        ))}
    </div>
  )
}

function keyAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined
}

const SKELETON_WIDTHS = ['48%', '62%', '35%']

/** Shown while the first hits are loading. */
export function ResultSkeleton() {
  return (
    <div className={styles.skeletons}>
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className={styles.skeleton}>
          <Skeleton width={36} height={36} />
          <Skeleton width={width} height={12} />
          <Skeleton width={36} height={12} className={styles.last} />
        </div>
      ))}
    </div>
  )
}
