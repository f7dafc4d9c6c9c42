import type { AlbumLine } from '@tonarchiv/contract/admin'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#ui/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/media-query.ts'
import { useReorderList } from '#ui/use-reorder-list.ts'
import { yieldOf } from '#ui/use-reorder.ts'
import { AlbumRow } from './AlbumRow.tsx'
import { useMoveAlbum } from './api.ts'
import { useTop } from './use-top.ts'
import styles from './TrackManagement.module.css'
import { beginAdding, cancelAdding, useTracksEditor } from './tracks-editor.ts'

/** Heights of a closed row, rem. */
const ROW = { desk: 4, phone: 7.25 }

interface AlbumLinesProps {
  albums: readonly AlbumLine[]
  /** Albums of the archive. */
  total: number
  /** All of them are listed, so that they may be moved among each other. */
  isWhole: boolean
  onDelete: (album: AlbumLine) => void
}

/** All albums, of which only those near the window are in the document; grips put them into another order. */
export function AlbumLines({ albums, total, isWhole, onDelete }: AlbumLinesProps) {
  const list = useRef<HTMLOListElement>(null)
  const top = useTop(list)
  const isPhone = useMediaQuery(PHONE)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const rowHeight = (isPhone ? ROW.phone : ROW.desk) * rem
  // Whoever comes back finds what they were adding.
  const [openId, setOpenId] = useState(() => Object.keys(useTracksEditor.getState().albums)[0])
  const [focusedId, setFocusedId] = useState<string>()
  const move = useMoveAlbum()
  const ids = albums.map(({ albumId }) => albumId)

  const { lifted, droppedId, isDragged, spoken, grip } = useReorderList({
    ids,
    nameOf: (index) => albums[index]?.albumTitel ?? '',
    rowHeight,
    isFixed: !isWhole,
    onLift: () => setOpenId(undefined),
    onReveal: (index) => virtualizer.scrollToIndex(index),
    onDrop: (from, to) => {
      const id = ids[from]
      if (id !== undefined) move.mutate({ id, to })
    },
  })
  const pinned = [openId, focusedId].map((id) => (id === undefined ? -1 : ids.indexOf(id)))
  // What it returns is used here and nowhere memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: albums.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    scrollMargin: top,
    overscan: 4,
    // The row in the hand, the open one and the one with the focus stay, wherever the window is.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...pinned, lifted?.from ?? -1])]
        .filter((index) => index >= 0 && index < range.count)
        .toSorted((a, b) => a - b),
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const moveTo = (album: AlbumLine, to: number) => {
    flushSync(() => setOpenId(undefined))
    move.mutate({ id: album.albumId, to })
    virtualizer.scrollToIndex(to, { align: 'center' })
  }

  return (
    <div
      onFocus={({ target }) => setFocusedId(target.closest<HTMLElement>('[data-album]')?.dataset['album'])}
      onBlur={() => setFocusedId(undefined)}
    >
      <p className="sr" aria-live="assertive">
        {spoken}
      </p>
      <ol
        ref={list}
        className={classNames(
          styles.albums,
          lifted && styles.moving,
          droppedId !== undefined && styles.settling,
        )}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const album = albums[index]
          if (!album) return null
          const isLifted = lifted?.from === index
          const shift = lifted ? (isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight)) : 0
          const isOpen = openId === album.albumId
          return (
            <AlbumRow
              key={album.albumId}
              ref={virtualizer.measureElement}
              album={album}
              index={index}
              total={total}
              isMovable={isWhole}
              isOpen={isOpen}
              className={classNames(
                isLifted && styles.lifted,
                isLifted && isDragged && styles.dragged,
                droppedId === album.albumId && styles.dropped,
              )}
              style={{ minHeight: rowHeight, translate: `0 ${start - top + shift}px` }}
              grip={grip(index)}
              onOpen={() => setOpenId(isOpen ? undefined : album.albumId)}
              onAdding={(isAdding) => {
                if (isAdding) beginAdding(album.albumId)
                else cancelAdding(album.albumId)
                setOpenId(album.albumId)
              }}
              onMoveTo={(to) => moveTo(album, to)}
              onDelete={() => onDelete(album)}
            />
          )
        })}
        {lifted && (
          <li
            aria-hidden
            className={styles.slot}
            style={{ height: rowHeight, translate: `0 ${lifted.to * rowHeight}px` }}
          />
        )}
      </ol>
    </div>
  )
}
