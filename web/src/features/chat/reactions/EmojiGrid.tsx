import { useVirtualizer } from '@tanstack/react-virtual'
import Cat from 'lucide-react/icons/cat'
import Clock3 from 'lucide-react/icons/clock-3'
import Coffee from 'lucide-react/icons/coffee'
import Hand from 'lucide-react/icons/hand'
import Heart from 'lucide-react/icons/heart'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Music from 'lucide-react/icons/music'
import Smile from 'lucide-react/icons/smile'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { arrowKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { EmojiGlyph } from './EmojiGlyph.tsx'
import styles from './EmojiPicker.module.css'
import type { Emoji, EmojiGroup } from './emojis.ts'
import { cellAfter, pickerRows, type Cell, type PickerRow } from './picker-rows.ts'

const ICONS = {
  Zuletzt: Clock3,
  Musik: Music,
  Gesichter: Smile,
  Gesten: Hand,
  Natur: Cat,
  Essen: Coffee,
  Dinge: Lightbulb,
  Zeichen: Heart,
}
/** Estimated heights until rows are measured, px. */
const HEADING = 28
const ROW = 41
/** Maximum number of frames that a row needs to be mounted after it was scrolled into view. */
const FRAMES_MAX = 30

interface EmojiGridProps {
  groups: readonly EmojiGroup[]
  /** Whether buttons below the grid scroll to each group. */
  hasTabs: boolean
  onChoose: (emoji: string) => void
  /** Called with the emoji that has the pointer or the focus. */
  onNamed: (emoji: Emoji) => void
}

/** The emojis in rows; only those near the visible part are mounted. Arrow keys, Home and End move the focus. */
export function EmojiGrid({ groups, hasTabs, onChoose, onNamed }: EmojiGridProps) {
  const body = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => pickerRows(groups), [groups])
  const [current, setCurrent] = useState<Cell>({ row: 1, column: 0 })
  const [top, setTop] = useState(0)
  // The rule warns about the virtualizer's functions in memoized code. They are only used in this component, which is
  // not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING : ROW),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 3,
    onChange: (instance) => setTop(instance.getVirtualItemForOffset(instance.scrollOffset ?? 0)?.index ?? 0),
  })

  function focus(cell: Cell, frames = FRAMES_MAX): void {
    const found = body.current?.querySelector<HTMLElement>(`[data-cell="${cell.row} ${cell.column}"]`)
    if (found) found.focus({ preventScroll: true })
    else if (frames > 0) requestAnimationFrame(() => focus(cell, frames - 1))
  }

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = cellAfter(rows, current, event.key)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    list.scrollToIndex(next.row)
    focus(next)
  }

  const shownGroup = rows.slice(0, top + 1).findLast(({ kind }) => kind === 'heading')?.key
  return (
    <>
      <div className={styles.body} ref={body} data-picker-body>
        <div
          role="grid"
          aria-label="Emojis"
          aria-rowcount={rows.length}
          tabIndex={-1}
          className={styles.grid}
          style={{ height: list.getTotalSize() }}
          onKeyDown={pressed}
        >
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  // The rows are positioned individually, which is not possible in a table.
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                  role="row"
                  tabIndex={-1}
                  aria-rowindex={index + 1}
                  className={styles.row}
                  style={{ translate: `0 ${start}px` }}
                >
                  <RowCells
                    {...{ row, index, onChoose }}
                    column={current.row === index ? current.column : undefined}
                    onReached={(column, emoji) => {
                      setCurrent({ row: index, column })
                      onNamed(emoji)
                    }}
                    onPointed={onNamed}
                  />
                </div>
              )
            )
          })}
        </div>
      </div>
      {hasTabs && (
        <fieldset className={styles.tabs} aria-label="Gruppen" {...arrowKeysInside}>
          {groups.map(({ name }) => (
            <GroupButton
              key={name}
              name={name}
              isShown={name === shownGroup}
              onPress={() =>
                list.scrollToIndex(
                  rows.findIndex(({ key }) => key === name),
                  { align: 'start' },
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

interface RowCellsProps {
  row: PickerRow
  index: number
  /** The column of the emoji that Tab reaches; undefined in rows without it. */
  column: number | undefined
  onChoose: (emoji: string) => void
  onReached: (column: number, emoji: Emoji) => void
  onPointed: (emoji: Emoji) => void
}

function RowCells({ row, index, column, onChoose, onReached, onPointed }: RowCellsProps) {
  if (row.kind === 'heading') {
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      <span role="rowheader" className={styles.heading}>
        {row.name}
      </span>
    )
  }
  return row.emojis.map((emoji, at) => (
    <button
      key={emoji.emoji}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="gridcell"
      aria-label={emoji.name}
      data-cell={`${index} ${at}`}
      tabIndex={at === column ? 0 : -1}
      onClick={() => onChoose(emoji.emoji)}
      onPointerEnter={() => onPointed(emoji)}
      onFocus={() => onReached(at, emoji)}
    >
      <EmojiGlyph emoji={emoji.emoji} />
    </button>
  ))
}

interface GroupButtonProps {
  name: string
  isShown: boolean
  onPress: () => void
}

function GroupButton({ name, isShown, onPress }: GroupButtonProps) {
  const Icon = Object.entries(ICONS).find(([group]) => group === name)?.[1] ?? Smile
  return (
    <button type="button" aria-label={name} title={name} aria-pressed={isShown} onClick={onPress}>
      <Icon className="icon" aria-hidden />
    </button>
  )
}
