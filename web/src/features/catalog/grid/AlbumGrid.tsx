import type { Album } from '@tonarchiv/contract/catalog'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useState } from 'react'
import type { AlbumPlaying } from '../album/AlbumPanel.tsx'
import { EXCLUSIVE_HINT, EXCLUSIVE_TEXT } from './AlbumCard.tsx'
import { AlbumRow } from './AlbumRow.tsx'
import { AlbumGridSkeleton } from './AlbumSkeletons.tsx'
import styles from './AlbumGrid.module.css'
import { rowsOf } from './album-rows.ts'
import { useProgressiveRows } from './progressive-rows.ts'
import type { ScrollPosition } from './use-scroll-position.ts'
import { useCoversAhead } from './use-covers-ahead.ts'
import { useEarlierAlbums, useGoal, useOpenedInView, useScrollAnchor } from './grid-scrolling.ts'
import { useGridMeasures } from './use-grid-measures.ts'
import { useWindowedRows, type GridMeasures } from './windowed-rows.ts'

/** Number of rows beyond the edge of the window that are rendered on the side away from the scroll direction. */
const ROWS_BEHIND = 1
/** If the target is more than this many rows away, the window jumps instead of scrolling smoothly. */
const FAR_ROWS = 30

interface AlbumGridProps extends AlbumPlaying {
  /** Undefined while the albums are loading. */
  albums: readonly Album[] | undefined
  /** The offset of the first loaded album in the filtered list. Earlier albums are loaded when they are scrolled to. */
  first: number
  /** The offset of the album to which the window must scroll; a new object for each request. */
  goal: { offset: number } | undefined
  /** Whether any albums of the list are being loaded. */
  isLoading: boolean
  /** Whether the last request for albums before `first` has failed. */
  hasFailed: boolean
  /** Loads the albums directly before `first`. */
  onPrevious: () => void
  /** Loads the albums around an offset that is far before `first`. */
  onFar: (offset: number) => void
  /** The title of the open album; undefined if none is open. */
  openTitle: string | undefined
  onToggle: (album: Album) => void
  /** The scroll position at which the visitor last left this list. */
  arrival?: ScrollPosition | undefined
  /** Called with the scroll position when the visitor leaves the page. */
  onLeave: (place: Pick<ScrollPosition, 'scrollY' | 'rows' | 'offset'>) => void
}

/** A grid of album cards. Only rows near the visible part of the window are in the document. */
export function AlbumGrid({ albums, ...rest }: AlbumGridProps) {
  const { grid, measured } = useGridMeasures(albums !== undefined)
  return (
    <div className={styles.grid} ref={grid}>
      {measured && albums ? <Rows albums={albums} measured={measured} {...rest} /> : <AlbumGridSkeleton />}
    </div>
  )
}

interface RowsProps extends AlbumGridProps {
  albums: readonly Album[]
  measured: GridMeasures
}

function Rows({
  albums,
  first: firstAlbum,
  goal,
  isLoading,
  hasFailed,
  onPrevious,
  onFar,
  measured,
  openTitle,
  onToggle,
  arrival,
  onLeave,
  current,
  linkedId,
  ...playing
}: RowsProps) {
  const { columns, columnWidth, rowHeight } = measured
  useCoversAhead(albums, Math.round(columnWidth))
  const rows = useMemo(() => rowsOf(albums, columns, firstAlbum), [albums, columns, firstAlbum])
  const rowKey = useCallback(
    (index: number) => `${columns} ${rows[index]?.find((album) => album)?.albumId ?? index}`,
    [columns, rows],
  )
  const [focusedRow, setFocusedRow] = useState<number>()
  const virtualizer = useWindowedRows({ count: rows.length, rowKey, measured, focusedRow, arrival })
  const { containerRef, measureElement } = virtualizer
  const { drawn, first } = useDrawnRows(virtualizer, {
    focusedRow,
    columns,
    isArrival: arrival !== undefined,
  })

  // The position of the last scroll event is used: while the list is unmounted, the height of the page has already
  // changed.
  useScrollAnchor(arrival, rows.length, () =>
    onLeave({
      scrollY: virtualizer.scrollOffset ?? 0,
      rows: virtualizer.takeSnapshot(),
      offset: (virtualizer.range?.startIndex ?? 0) * columns,
    }),
  )

  const openRow = useMemo(
    () => rows.findIndex((row) => row.some((album) => album && album.albumTitel === openTitle)),
    [rows, openTitle],
  )
  useOpenedInView(openTitle, openRow, arrival?.open?.albumTitel, (index) => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const isFar = Math.abs(index - first) > FAR_ROWS
    virtualizer.scrollToIndex(index, { align: 'start', behavior: isCalm || isFar ? 'auto' : 'smooth' })
  })
  useEarlierAlbums({ first, columns, firstAlbum, onPrevious, onFar, isLoading, hasFailed })
  useGoal(goal, { columns, firstAlbum, count: albums.length }, (index) =>
    virtualizer.scrollToIndex(index, { align: 'start', behavior: 'auto' }),
  )

  const close = useClosing(onToggle)
  return (
    <div
      className={styles.rows}
      ref={containerRef}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('[data-index]')?.dataset.index
        setFocusedRow(row === undefined ? undefined : Number(row))
      }}
      onBlur={() => setFocusedRow(undefined)}
    >
      {drawn.map(({ index, cards, hasCovers }) => {
        const row = rows[index]
        if (!row) return null
        const isCurrent = row.some((album) => album && album.albumTitel === current?.albumTitel)
        return (
          <AlbumRow
            {...playing}
            key={rowKey(index)}
            ref={measureElement}
            index={index}
            albums={row}
            columns={columns}
            height={rowHeight}
            cards={cards}
            hasCovers={hasCovers}
            coverWidth={Math.round(columnWidth)}
            openTitle={index === openRow ? openTitle : undefined}
            current={isCurrent ? current : undefined}
            linkedId={index === openRow ? linkedId : undefined}
            onToggle={onToggle}
            onClose={close}
          />
        )
      })}
      <span id={EXCLUSIVE_HINT} hidden>
        {EXCLUSIVE_TEXT}
      </span>
    </div>
  )
}

/** The rows that are rendered, and which of them is the first visible one. */
function useDrawnRows(
  virtualizer: Virtualizer<Window, HTMLDivElement>,
  { focusedRow, columns, isArrival }: { focusedRow: number | undefined; columns: number; isArrival: boolean },
) {
  const { startIndex: first, endIndex: last } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  const isBehind = {
    forward: (index: number) => index < first - ROWS_BEHIND,
    backward: (index: number) => index > last + ROWS_BEHIND,
    none: () => false,
  }[virtualizer.scrollDirection ?? 'none']
  const near = virtualizer.getVirtualIndexes()
  const drawn = useProgressiveRows(
    { rows: near.filter((index) => index === focusedRow || !isBehind(index)), first, columns },
    () => virtualizer.scrollOffset ?? 0,
    isArrival,
  )
  return { drawn, first }
}

/** Returns a function that closes an album and moves the focus to its card. */
function useClosing(onToggle: (album: Album) => void) {
  return useCallback(
    (album: Album) => {
      onToggle(album)
      document.querySelector<HTMLElement>(`[data-album="${CSS.escape(album.albumId)}"]`)?.focus()
    },
    [onToggle],
  )
}
