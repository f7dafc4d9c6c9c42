import type { Album } from '@tonarchiv/contract/catalog'
import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  windowScroll,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AlbumPlaying } from '../album/AlbumPanel.tsx'
import { EXCLUSIVE_HINT, EXCLUSIVE_TEXT } from './AlbumCard.tsx'
import { AlbumRow } from './AlbumRow.tsx'
import { AlbumGridSkeleton } from './AlbumSkeletons.tsx'
import styles from './AlbumGrid.module.css'
import { rowsOf } from './album-rows.ts'
import { useProgressiveRows } from './progressive-rows.ts'
import type { ScrollPosition } from './use-scroll-position.ts'
import { useCoversAhead } from './use-covers-ahead.ts'
import { useGridMeasures } from './use-grid-measures.ts'

/** Rows beyond the edges of the window that are drawn, too; while it moves, fewer behind it. */
const ROWS_AHEAD = 3
const ROWS_BEHIND = 1
/** Farther than this the window jumps instead of scrolling. */
const FAR_ROWS = 30
/** As long as this the window has to stand somewhere before the albums there are read, milliseconds. */
const SETTLED = 150
/** So many albums before the first one are read page by page. */
const NEAR_ALBUMS = 45

interface AlbumGridProps extends AlbumPlaying {
  /** Missing while they are on their way. */
  albums: readonly Album[] | undefined
  /** The place of the first of them in the whole selection; those before it come when they are scrolled to. */
  first: number
  /** The place of the album that somebody wants to see at the top; each wish is an object of its own. */
  goal: { offset: number } | undefined
  /** Requests the albums just before `first`. */
  onPrevious: () => void
  /** Requests the albums around a place far before `first`. */
  onFar: (offset: number) => void
  /** Title of the album that is open; at most one is. */
  openTitle: string | undefined
  onToggle: (album: Album) => void
  /** Where the visitor was when he left. */
  arrival?: ScrollPosition | undefined
  /** Told on leaving. */
  onLeave: (place: Pick<ScrollPosition, 'scrollY' | 'rows' | 'offset'>) => void
}

/** The albums in rows, of which only those near the window are in the document. */
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
  measured: NonNullable<ReturnType<typeof useGridMeasures>['measured']>
}

function Rows({
  albums,
  first: firstAlbum,
  goal,
  onPrevious,
  onFar,
  measured,
  openTitle,
  current,
  onPlay,
  actions,
  albumActions,
  onShuffle,
  onMenu,
  onAlbumMenu,
  linkedId,
  onToggle,
  arrival,
  onLeave,
}: RowsProps) {
  const { columns, columnWidth, rowHeight, rowGap, top, covered, neededBelow } = measured
  // In a low window the cards go up behind the filters, so that the head of the open album shows.
  const hiddenOfRow = Math.max(0, covered + rowHeight + rowGap + neededBelow - window.innerHeight)
  useCoversAhead(albums, Math.round(columnWidth))
  const rows = useMemo(() => rowsOf(albums, columns, firstAlbum), [albums, columns, firstAlbum])
  const rowKey = useCallback(
    (index: number) => `${columns} ${rows[index]?.find((album) => album)?.albumId ?? index}`,
    [columns, rows],
  )
  const [focusedRow, setFocusedRow] = useState<number>()
  const scrollToFn = useScrolling(arrival !== undefined)
  // What it returns is used here and nowhere memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: () => rowHeight,
    gap: rowGap,
    overscan: ROWS_AHEAD,
    useFlushSync: false,
    measureElement: measureWhenLaidOut,
    ...WINDOW,
    scrollToFn,
    scrollMargin: top,
    scrollPaddingStart: covered - hiddenOfRow,
    getItemKey: rowKey,
    // A row that holds the focus stays, wherever the window is.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (focusedRow === undefined || focusedRow >= range.count || indexes.includes(focusedRow))
        return indexes
      return [...indexes, focusedRow].toSorted((a, b) => a - b)
    },
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    ...(arrival && { initialMeasurementsCache: arrival.rows, initialOffset: arrival.scrollY }),
  })

  // As last seen while scrolling: on leaving, the page has begun to fall apart and moved.
  useScrollAnchor(arrival, rows.length, () =>
    onLeave({
      scrollY: virtualizer.scrollOffset ?? 0,
      rows: virtualizer.takeSnapshot(),
      offset: (virtualizer.range?.startIndex ?? 0) * columns,
    }),
  )

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
    arrival !== undefined,
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
  useEarlierAlbums({ first, columns, firstAlbum, onPrevious, onFar })
  useGoal(goal, { columns, firstAlbum, count: albums.length }, (index) =>
    virtualizer.scrollToIndex(index, { align: 'start', behavior: 'auto' }),
  )

  const close = useCallback(
    (album: Album) => {
      onToggle(album)
      document.querySelector<HTMLElement>(`[data-album="${CSS.escape(album.albumId)}"]`)?.focus()
    },
    [onToggle],
  )

  return (
    <div
      className={styles.rows}
      ref={virtualizer.containerRef}
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
            key={rowKey(index)}
            ref={virtualizer.measureElement}
            index={index}
            albums={row}
            columns={columns}
            height={rowHeight}
            cards={cards}
            hasCovers={hasCovers}
            coverWidth={Math.round(columnWidth)}
            openTitle={index === openRow ? openTitle : undefined}
            current={isCurrent ? current : undefined}
            onPlay={onPlay}
            actions={actions}
            albumActions={albumActions}
            onShuffle={onShuffle}
            onMenu={onMenu}
            onAlbumMenu={onAlbumMenu}
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

/**
 * The window is there from the start and its size known: the first rows are drawn in one go, and nothing asks the
 * browser for what it would first have to lay out.
 */
const WINDOW = {
  get initialRect() {
    return { width: window.innerWidth, height: window.innerHeight }
  },
  observeElementRect(_list: unknown, notify: (size: { width: number; height: number }) => void) {
    const look = () => notify(WINDOW.initialRect)
    window.addEventListener('resize', look, { passive: true })
    return () => window.removeEventListener('resize', look)
  },
}

/** Scrolls the window; the list begins by scrolling to where the window stands, which only one who comes back needs. */
function useScrolling(isRestored: boolean): typeof windowScroll {
  const hasBegun = useRef(isRestored)
  return useCallback((...to) => {
    if (hasBegun.current) windowScroll(...to)
    hasBegun.current = true
  }, [])
}

/** A row that has just come counts as long as expected: asking at once would lay out the page for each of them. */
function measureWhenLaidOut(
  row: HTMLDivElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLDivElement>,
): number {
  if (entry) return measureElement(row, entry, virtualizer)
  const index = virtualizer.indexFromElement(row)
  return virtualizer.measurementsCache[index]?.size ?? virtualizer.options.estimateSize(index)
}

/** Scrolls back to where the visitor left, as soon as the page is that long, and tells on leaving where that is. */
function useScrollAnchor(arrival: ScrollPosition | undefined, rowCount: number, onLeave: () => void) {
  const leave = useRef(onLeave)
  const wanted = useRef(arrival?.scrollY)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const notify = () => leave.current()
    // A reload, too, comes back to this place.
    globalThis.addEventListener('pagehide', notify)
    return () => {
      globalThis.removeEventListener('pagehide', notify)
      leave.current()
    }
  }, [])
  useLayoutEffect(() => {
    if (wanted.current === undefined) return undefined
    const top = wanted.current
    const goBack = () => window.scrollTo({ top, behavior: 'instant' })
    goBack()
    // A new page begins at its top; this one goes on where it was left, before anything is painted.
    const frame = requestAnimationFrame(() => {
      goBack()
      if (Math.abs(window.scrollY - top) < 2) wanted.current = undefined
    })
    const giveUp = () => {
      wanted.current = undefined
    }
    for (const name of TOUCHED) window.addEventListener(name, giveUp, { once: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const name of TOUCHED) window.removeEventListener(name, giveUp)
    }
    // With every row that comes the page is longer.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  }, [rowCount])
}

/** What a visitor does who no longer waits to be brought somewhere. */
const TOUCHED = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

interface EarlierAlbums extends Pick<AlbumGridProps, 'onPrevious' | 'onFar'> {
  /** The first row that shows. */
  first: number
  columns: number
  firstAlbum: number
}

/** Requests the albums before the first one when the window comes near their places. */
function useEarlierAlbums({ first, columns, firstAlbum, onPrevious, onFar }: EarlierAlbums) {
  const missing = firstAlbum - Math.max(0, first - ROWS_AHEAD) * columns
  useEffect(() => {
    if (missing <= 0) return undefined
    const timer = setTimeout(() => {
      if (missing <= NEAR_ALBUMS) onPrevious()
      else onFar(first * columns)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [missing, first, columns, onPrevious, onFar])
}

/** Brings the album at the wanted place to the top once it is there, and again while albums below it come. */
function useGoal(
  goal: { offset: number } | undefined,
  { columns, firstAlbum, count }: { columns: number; firstAlbum: number; count: number },
  scrollTo: (row: number) => void,
) {
  const pending = useRef<typeof goal>(undefined)
  const known = useRef(goal)
  useEffect(() => {
    if (known.current === goal) return undefined
    known.current = goal
    pending.current = goal
    const giveUp = () => {
      pending.current = undefined
    }
    for (const name of TOUCHED) window.addEventListener(name, giveUp, { once: true, passive: true })
    return () => {
      for (const name of TOUCHED) window.removeEventListener(name, giveUp)
    }
  }, [goal])
  useEffect(() => {
    const offset = pending.current?.offset
    if (offset === undefined || offset < firstAlbum || offset >= firstAlbum + count) return
    scrollTo(Math.floor(offset / columns))
    // The window may end before so many rows follow: it is brought again when they do.
    if (firstAlbum + count - offset > NEAR_ALBUMS) pending.current = undefined
    // Whenever what is there changes, and not with every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goal, firstAlbum, count, columns])
}

/** Brings an album's row below what covers the top of the window when the album is opened. */
function useOpenedInView(
  openTitle: string | undefined,
  openRow: number,
  alreadyScrolled: string | undefined,
  scrollTo: (row: number) => void,
) {
  const scrolledTo = useRef(alreadyScrolled)
  useEffect(() => {
    if (openTitle === undefined) scrolledTo.current = undefined
    if (openTitle === undefined || openRow < 0 || scrolledTo.current === openTitle) return
    scrolledTo.current = openTitle
    scrollTo(openRow)
  })
}
