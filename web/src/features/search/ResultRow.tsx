import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import { memo, use } from 'react'
import { isPlayable, openTrackMenu } from '#features/tracks/index.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { Marked } from './Marked.tsx'
import type { Row } from './results.ts'
import { RowPicture } from './RowPicture.tsx'
import styles from './SearchDialog.module.css'

interface ResultRowProps {
  id: string
  row: Row
  terms: readonly string[]
  isActive: boolean
  /** Whether the row can be removed, because it is a recent search. */
  isRemovable: boolean
}

/**
 * An option of the listbox with the results; the list handles presses on it. The option has buttons (`data-does`) only
 * for pointers, because an option must not contain other controls. Keys and the context menu offer the same actions.
 */
export const ResultRow = memo(function ResultRow({ id, row, terms, isActive, isRemovable }: ResultRowProps) {
  const { track } = row
  const isLate = use(LatePictures)
  const hasMenu = track !== undefined && isPlayable(track)
  const menu = useContextMenu(hasMenu ? (at) => openTrackMenu(track, at) : undefined)
  return (
    <div
      // A native option can contain neither images nor highlighted text.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      id={id}
      aria-selected={isActive}
      // Not focusable: the focus stays in the search field, which refers to the selected option.
      tabIndex={-1}
      aria-keyshortcuts={hasMenu ? 'Shift+Enter Shift+F10' : isRemovable ? 'Delete' : undefined}
      className={classNames(styles.row, isActive && styles.active)}
      data-key={row.key}
      {...menu}
    >
      <RowPicture picture={row.picture} isPlayable={hasMenu} />
      <span className={styles.names}>
        <span className={classNames(styles.title, 'truncate')} dir="auto">
          <Marked text={row.title} terms={terms} />
        </span>
        {row.below !== undefined && <span className={classNames(styles.below, 'truncate')}>{row.below}</span>}
      </span>
      {row.isExclusive === true && (
        <span className={styles.tag}>
          <Tag kind="paper">Exclusive</Tag>
        </span>
      )}
      {isActive && (
        <kbd className={styles.enter} aria-hidden>
          <CornerDownLeft />
        </kbd>
      )}
      {row.end !== undefined && <span className={styles.end}>{row.end}</span>}
      {hasMenu && (
        <span className={styles.more} data-does="menu" aria-hidden>
          {!isLate && <Ellipsis className="icon" />}
        </span>
      )}
      {isRemovable && (
        <span className={styles.more} data-does="remove" aria-hidden>
          <X className="icon icon-small" />
        </span>
      )}
    </div>
  )
})
