import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#ui/dom/class-names.ts'
import { useReorder, yieldOf } from '#ui/hooks/use-reorder.ts'
import type { QueueEntry } from '../order/play-order.ts'
import { moveAnnouncement } from '../order/queue-moves.ts'
import styles from './QueuePanel.module.css'
import { QueueRow } from './QueueRow.tsx'
import { getPlayer } from '../engine/player-instance.ts'

/** Heights of a row, rem. */
const ROW = { desk: 3.5, phone: 3.75 }

/** An entry that is moved by keys, and the place it came from. */
interface HeldRow {
  key: number
  from: number
}

interface QueueListProps {
  queue: readonly QueueEntry[]
  isPhone: boolean
}

/** What waits, in its order, of which only what is in sight is in the document. Grips put it into another order. */
export function QueueList({ queue, isPhone }: QueueListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<HeldRow>()
  const [announcement, setAnnouncement] = useState('')
  const [focusedKey, setFocusedKey] = useState<number>()
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const rowHeight = (isPhone ? ROW.phone : ROW.desk) * rem

  const { lifted, grip } = useReorder({
    count: queue.length,
    rowHeight,
    scroller,
    onDrop: (from, to) => {
      const entry = queue[from]
      if (entry) move(entry, to, 'dropped')
    },
  })
  const pinned = [lifted?.from, queue.findIndex(({ key }) => key === focusedKey)]
  // What it returns is used here and nowhere memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: queue.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => queue[index]?.key ?? index,
    overscan: 4,
    // The row in the hand and the one with the focus stay, wherever the list is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...pinned])]
        .filter((index) => index !== undefined && index >= 0 && index < range.count)
        .map(Number)
        .toSorted((a, b) => a - b),
  })

  const focus = (index: number, selector: string) => {
    flushSync(() => virtualizer.scrollToIndex(index))
    scroller.current?.querySelector<HTMLElement>(`[data-place="${index}"] ${selector}`)?.focus()
  }
  const move = ({ key, track }: QueueEntry, to: number, what: 'moved' | 'dropped' | 'putBack') => {
    flushSync(() => {
      getPlayer().moveQueued(key, to)
      setAnnouncement(moveAnnouncement(what, track.title, to, queue.length))
    })
  }
  const remove = (key: number, index: number) => {
    flushSync(() => getPlayer().removeQueued(key))
    // The next row has come up into its place; without a next one it is the one before.
    const resumeState = queue.length - 1
    if (resumeState > 0) focus(Math.min(index, resumeState - 1), '[data-remove]')
    else document.querySelector<HTMLElement>('[data-queue-button]')?.focus()
  }
  const hold = (entry: QueueEntry, index: number) => {
    const isHeld = dragged?.key === entry.key
    setDragged(isHeld ? undefined : { key: entry.key, from: index })
    setAnnouncement(moveAnnouncement(isHeld ? 'dropped' : 'lifted', entry.track.title, index, queue.length))
  }
  const step = (entry: QueueEntry, index: number, by: 1 | -1, selector: string) => {
    const to = Math.min(Math.max(0, index + by), queue.length - 1)
    move(entry, to, 'moved')
    focus(to, selector)
  }
  const pressed = (event: KeyboardEvent, entry: QueueEntry, index: number) => {
    const isHeld = dragged?.key === entry.key
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by !== undefined && (isHeld || event.altKey)) {
      event.preventDefault()
      step(entry, index, by, isHeld ? '[data-grip]' : '[data-play]')
    } else if (event.key === 'Escape' && isHeld) {
      event.preventDefault()
      move(entry, dragged.from, 'putBack')
      setDragged(undefined)
      focus(dragged.from, '[data-grip]')
    }
  }

  return (
    <div
      className={styles.list}
      ref={scroller}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('[data-place]')?.dataset['place']
        setFocusedKey(queue[Number(row)]?.key)
      }}
      onBlur={() => setFocusedKey(undefined)}
    >
      <p className="sr" aria-live="assertive">
        {announcement}
      </p>
      <ol style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = queue[index]
          if (!entry) return null
          const isLifted = lifted?.from === index
          const shift = lifted ? (isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight)) : 0
          return (
            <QueueRow
              key={entry.key}
              track={entry.track}
              place={index}
              count={queue.length}
              className={classNames(
                isLifted && styles.lifted,
                lifted && !isLifted && styles.yielding,
                dragged?.key === entry.key && styles.dragged,
              )}
              style={{ height: rowHeight, translate: `0 ${start + shift}px` }}
              isHeld={dragged?.key === entry.key}
              grip={grip(index)}
              onPlay={() => getPlayer().playQueued(entry.key)}
              onDragStart={() => hold(entry, index)}
              onStep={(by, selector) => step(entry, index, by, selector)}
              onRemove={() => remove(entry.key, index)}
              onKeyDown={(event) => pressed(event, entry, index)}
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
