import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { useIdleTurn } from '#ui/hooks/use-idle-turn.ts'
import { classNames } from '#ui/dom/class-names.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import {
  openMenuOfSelected,
  playableTracksOf,
  SelectedRowsContext,
  type SelectedRows,
} from '../menu/selected-tracks.ts'
import { isPlayable } from '../track/track.ts'
import { type CurrentTrack, playStateOf } from './current-track.ts'
import { selectionKeys, type ListSelection } from './use-list-selection.ts'
import { isHeading, type ListHeading, type TrackEntry } from './track-entry.ts'
import styles from './TrackList.module.css'
import { TrackRow, type TrackRowSlots } from './TrackRow.tsx'
import { selectRow, type SelectionMode, type TrackKey } from './track-selection.ts'
import { useRowMoves, type MoveKind } from './use-row-moves.ts'
import { useRowWindow } from './use-row-window.ts'

interface TrackListProps<Entry extends TrackEntry> {
  /** The rows of the list: tracks and headings. Indexes of rows count both. */
  entries: readonly (Entry | ListHeading)[]
  label?: string
  /**
   * A class that sets the sizes listed in TrackList.module.css. With `scroll="list"`, the element with this class
   * scrolls.
   */
  className?: string | undefined
  /**
   * What scrolls a long list, of which only the rows near the visible part are in the document: the page or the list
   * itself. Undefined: all rows are in the document.
   */
  scroll?: 'page' | 'list'
  /** The height of each row in rem. */
  rowHeight: number
  /**
   * Only with `scroll="list"`: the index of the row at the top. When it changes, the list scrolls by the difference.
   */
  startAt?: number
  current?: CurrentTrack | undefined
  /** Whether an entry may be highlighted as the current track; by default every entry may. */
  isCurrent?: (entry: Entry) => boolean
  /** Whether the track of an entry is no longer available; by default if it has no file. */
  isGone?: (entry: Entry) => boolean
  /** Whether screen readers announce what a press on a row does. */
  hasSpokenAction?: boolean
  /**
   * Renders what a row shows besides the cover and the texts. `remove` calls `onRemove` for the row, and moves the
   * focus to the next row.
   */
  renderSlots?: (entry: Entry, remove: () => void) => TrackRowSlots
  /** Plays the track of the entry; pauses it if it is playing. */
  onPlay: (entry: Entry) => void
  /**
   * Opens the menu of a row, after a right click, a long press or the menu key. `remove` is the same function as in
   * `renderSlots`.
   */
  onMenu?: ((entry: Entry, at: MenuAnchor, remove: () => void) => void) | undefined
  /**
   * Removes the row from the list. The button that does that, or that opens the menu in which that is done, must have
   * the attribute `data-remove`.
   */
  onRemove?: (entry: Entry) => void
  /** Makes the list sortable. Called at each step of a move, with the new index of the row. */
  onMove?: (entry: Entry, to: number, kind: MoveKind) => void
  /**
   * Moves the selected rows of a sortable list as a block. `after` is the key of the row or heading behind which they
   * are put; undefined puts them at the beginning. Without this function, a selected row is moved alone.
   */
  onMoveBlock?: ((entries: readonly Entry[], after: TrackKey | undefined) => void) | undefined
  /** Whether a row of a sortable list can be moved; by default every row can. */
  isMovable?: (entry: Entry) => boolean
  /**
   * Makes rows selectable. A press with Ctrl or ⌘ selects or deselects a row, with Shift it selects a range; with the
   * keyboard, Space does the same. Ctrl or ⌘ with A selects all rows, Escape deselects them.
   */
  selection?: ListSelection
}

/** A list of tracks with covers. A feature adds its own contents to the rows with `renderSlots`. */
export function TrackList<Entry extends TrackEntry>(props: TrackListProps<Entry>) {
  const { entries, label, className, scroll, rowHeight: rowRem, onMove, isMovable } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const focused = useFocusedRow(entries)
  const leaving = useLeavingRow(list, entries)
  const rowHeight = useRootFontSize() * rowRem
  // Memoised: with another function, the list would measure all its rows again in every frame of scrolling.
  const keyOf = useCallback((index: number) => entries[index]?.key ?? index, [entries])
  const { lifted, held, announcement, shiftOf, movesOf } = useRowMoves({
    entries,
    rowHeight,
    scroller: scroll === 'list' ? scroller : undefined,
    onMove: (entry, to, kind) => onMove?.(entry, to, kind),
    isMovable,
    selected: props.selection?.value.keys,
    onMoveBlock: props.onMoveBlock,
    focusRow: (key, selector) => {
      const index = shown.current.findIndex((entry) => entry.key === key)
      flushSync(() => rows.scrollTo(index))
      focusInRow(list.current, index, selector)
    },
  })
  const moving = useMemo(() => ({ held, lifted }), [held, lifted])
  const rows = useRowWindow({
    scroll,
    count: entries.length,
    rowHeight,
    list,
    scroller,
    keyOf,
    kept: [lifted?.from ?? -1, focused.index],
  })
  const shown = useRef(entries)
  useLayoutEffect(() => {
    shown.current = entries
  })
  useStart(scroller, (props.startAt ?? 0) * rowHeight)
  const measures: CSSProperties & { '--row-height': string } = {
    '--row-height': `${rowRem}rem`,
    ...(scroll && { height: rows.height }),
  }
  return (
    <div ref={scroller} className={className} {...focused.handlers} {...keysOf(props)}>
      {onMove && (
        <p className="sr" aria-live="assertive">
          {announcement}
        </p>
      )}
      <ol
        ref={list}
        className={classNames(styles.rows, scroll && styles.virtual, onMove && styles.sortable)}
        style={measures}
        aria-label={label}
      >
        {rows.rows.map(({ index, offset }) => {
          const entry = entries[index]
          if (!entry) return null
          const shift = scroll && offset + shiftOf(index)
          const style = shift === undefined ? undefined : { translate: `0 ${shift}px` }
          if (isHeading(entry))
            return (
              <li key={entry.key} className={classNames(styles.row, styles.heading)} style={style}>
                {entry.heading}
              </li>
            )
          return (
            <ListRow
              key={entry.key}
              list={props}
              entry={entry}
              index={index}
              shift={shift}
              moving={moving}
              render={() => (
                <SelectedRowsContext value={selectedRowsOf(props, entry)}>
                  <TrackRow
                    place={index}
                    count={scroll && entries.length}
                    style={style}
                    moves={onMove && isMovable?.(entry) !== false ? movesOf(entry, index) : undefined}
                    {...rowPropsOf(props, entry, () => {
                      leaving.current = { key: entry.key, index }
                      props.onRemove?.(entry)
                    })}
                  />
                </SelectedRowsContext>
              )}
            />
          )
        })}
        {lifted && (
          <li aria-hidden className={styles.slot} style={{ translate: `0 ${lifted.to * rowHeight}px` }} />
        )}
      </ol>
    </div>
  )
}

interface ListRowProps {
  list: object
  entry: object
  index: number
  /** Distance of the row from the top of the list in pixels; undefined when all rows are in the document. */
  shift: number | undefined
  /** A new object whenever the row that is being moved, or its position, has changed. */
  moving: object
  /** A new function at each render. What it renders depends only on the other properties, so it is not compared. */
  render: () => ReactNode
}

/**
 * Rows are not rendered again while the list scrolls. In a list of which only the visible rows are in the document, the
 * images of a new row are added when the browser is idle, so that the row does not delay a frame.
 */
const ListRow = memo(
  ({ shift, render }: ListRowProps) => (
    <LatePictures value={!useIdleTurn(shift !== undefined)}>{render()}</LatePictures>
  ),
  (before, after) =>
    (['list', 'entry', 'index', 'shift', 'moving'] as const).every((name) => before[name] === after[name]),
)

/** All selected rows if this row is one of them; otherwise undefined. */
function selectedRowsOf<Entry extends TrackEntry>(
  { entries, selection }: TrackListProps<Entry>,
  { key }: Entry,
): SelectedRows | undefined {
  const keys = selection?.value.keys
  if (!keys?.has(key)) return undefined
  const rows = () => entries.flatMap((each) => (isHeading(each) || !keys.has(each.key) ? [] : [each]))
  return { tracks: () => playableTracksOf(rows()), rowAction: selection?.rowAction }
}

/** The properties of a row that do not depend on its index. */
function rowPropsOf<Entry extends TrackEntry>(
  props: TrackListProps<Entry>,
  entry: Entry,
  remove: () => void,
) {
  const { entries, current, hasSpokenAction = true, selection, onMenu } = props
  const { key, track } = entry
  const selected = selectedRowsOf(props, entry)
  return {
    track,
    state: props.isCurrent?.(entry) === false ? undefined : playStateOf(track, current),
    isGone: props.isGone?.(entry) ?? !isPlayable(track),
    hasSpokenAction,
    isSelected: selection?.value.keys.has(key) === true,
    isSelecting: selection?.isOn === true,
    slots: props.renderSlots?.(entry, remove) ?? {},
    onPlay: () => props.onPlay(entry),
    onMenu:
      onMenu &&
      ((at: MenuAnchor) => {
        if (!openMenuOfSelected(selected, track, at)) onMenu(entry, at, remove)
      }),
    onSelect:
      selection &&
      ((mode: SelectionMode) => {
        selection.onChange(selectRow(selection.value, orderOf(entries), key, mode))
      }),
    tracksToDrag: () => selected?.tracks() ?? [track],
    onSelectStart:
      selection?.onStart &&
      (() => {
        selection.onStart?.()
        if (!selection.value.keys.has(key))
          selection.onChange({ keys: new Set([...selection.value.keys, key]), anchor: key })
      }),
  }
}

function keysOf<Entry extends TrackEntry>({ entries, selection }: TrackListProps<Entry>) {
  return selectionKeys(selection, () => orderOf(entries))
}

/** The keys of the rows that can be selected. */
function orderOf(entries: readonly (TrackEntry | ListHeading)[]): TrackKey[] {
  return entries.filter((entry) => !isHeading(entry)).map(({ key }) => key)
}

/** Pixels of one rem. Read only once, because reading it in every frame of scrolling would force a layout. */
function useRootFontSize(): number {
  const [size] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  return size
}

function focusInRow(list: HTMLElement | null, index: number, selector: string): void {
  list?.querySelector<HTMLElement>(`[data-place="${index}"] ${selector}`)?.focus()
}

/**
 * The index of the row that has the focus, and handlers that track the focus. That row must stay in the document; the
 * index is -1 if no row has the focus.
 */
function useFocusedRow(entries: readonly Pick<TrackEntry, 'key'>[]) {
  const [focusedKey, setFocusedKey] = useState<TrackKey>()
  return {
    index: focusedKey === undefined ? -1 : entries.findIndex(({ key }) => key === focusedKey),
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const place = target.closest<HTMLElement>('[data-place]')?.dataset['place']
        setFocusedKey(entries[Number(place)]?.key)
      },
      onBlur: () => setFocusedKey(undefined),
    },
  }
}

/**
 * Returns a ref that must be set to the row which is being removed. After the removal, the following row gets the
 * focus.
 */
function useLeavingRow(list: RefObject<HTMLElement | null>, entries: readonly Pick<TrackEntry, 'key'>[]) {
  const leaving = useRef<{ key: TrackKey; index: number }>(undefined)
  useLayoutEffect(() => {
    const row = leaving.current
    // The list may be rendered before the row is removed, for example when a menu closes and returns the focus.
    if (!row || entries.some(({ key }) => key === row.key)) return
    leaving.current = undefined
    const places = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])].map((button) =>
      Number(button.closest<HTMLElement>('[data-place]')?.dataset['place']),
    )
    // Only rows that can be removed have an element with `data-remove`.
    const next = places.toSorted((a, b) => a - b).find((place) => place >= row.index) ?? Math.max(...places)
    focusInRow(list.current, next, '[data-remove]')
  })
  return leaving
}

/**
 * Scrolls the list to this distance from its top, in pixels. When the distance changes, the list scrolls by the
 * difference.
 */
function useStart(scroller: RefObject<HTMLElement | null>, start: number) {
  const before = useRef(0)
  useLayoutEffect(() => {
    scroller.current?.scrollBy({ top: start - before.current, behavior: 'instant' })
    before.current = start
  }, [scroller, start])
}
