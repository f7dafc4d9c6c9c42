import Plus from 'lucide-react/icons/plus'
import { memo, useRef, useState, type FocusEvent } from 'react'
import { flushSync } from 'react-dom'
import { Text } from '#ui/components/base/Text.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Grip } from '#ui/components/controls/Grip.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useReorderList } from '#ui/hooks/use-reorder-list.ts'
import { yieldOf } from '#ui/hooks/use-reorder.ts'
import { minutesText, titlesText, videosText } from '../parts/wording.ts'
import { rightsIn, type RoomRights } from '../state/rights.ts'
import type { RoomData } from '../state/room-data.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { AcceptButton, QueueRow, titleOf, VoteButton } from './QueueRow.tsx'
import { useRoomActions } from './room-actions.ts'
import { entryBehind, queueOf, type QueueItem } from './room-queue.ts'
import styles from './RoomQueue.module.css'
import { useMovingRows } from './use-moving-rows.ts'
import { useSettledOrder } from './use-settled-order.ts'

interface RoomQueueProps extends Pick<RoomData, 'state' | 'entries'> {
  ownId: string
  /** Opens the search for tracks to add; undefined for members without archive access. */
  onAdd: (() => void) | undefined
}

/**
 * What the room plays next, and what members propose. It is not rendered again while the room only plays, because a long
 * queue takes the time of a start of the sound.
 */
export const RoomQueue = memo(function RoomQueue({ state, entries, ownId, onAdd }: RoomQueueProps) {
  const { upcoming, proposals } = queueOf({ state, entries })
  const rights = rightsIn(state, ownId)
  const isVideo = state.kind === 'video'
  const countText = isVideo ? videosText : titlesText
  const what = isVideo ? 'Video' : 'Titel'
  const length = upcoming.reduce((sum, { entry }) => sum + (entry?.durationMs ?? 0), 0)
  const add = onAdd && (
    <Button kind="tint" small onClick={onAdd} aria-haspopup="dialog">
      <Plus className="icon icon-small" aria-hidden />
      {rights.onlyProposes ? `${what} vorschlagen` : `${what} hinzufügen`}
    </Button>
  )
  const mayRemove = ({ entry }: QueueItem) =>
    rights.isHost || (rights.maySteer && !rights.mayVote) || entry?.addedBy?.id === ownId
  return (
    <section className={styles.queue} aria-label="Gemeinsame Warteschlange">
      <header className={styles.head}>
        <h2>{isVideo ? 'Danach' : 'Als Nächstes'}</h2>
        {upcoming.length > 0 && (
          <Text size="md" tone="muted" className={styles.total}>
            {rights.mayVote
              ? `nach Stimmen, ${countText(upcoming.length)}`
              : `${countText(upcoming.length)}, ${minutesText(length)}`}
          </Text>
        )}
        {upcoming.length > 0 && <span className={styles.add}>{add}</span>}
      </header>
      {upcoming.length === 0 ? (
        <EmptyState
          drawing="queue"
          title="Danach kommt nichts mehr"
          className={styles.empty ?? ''}
          action={add}
        >
          {isVideo
            ? 'Füge ein Video hinzu, sonst ist nach diesem Schluss.'
            : 'Füge einen Titel hinzu, sonst wird es nach diesem still.'}
        </EmptyState>
      ) : (
        <Upcoming rights={rights} items={upcoming} mayRemove={mayRemove} />
      )}
      {proposals.length > 0 && (
        <>
          <h3 className={styles.title}>Vorschläge</h3>
          <ul className={styles.rows}>
            {proposals.map((item) => (
              <li key={item.id}>
                <QueueRow
                  item={item}
                  lead={rights.maySettle ? <AcceptButton item={item} /> : <span className={styles.place} />}
                  menu={<EntryMenu item={item} ids={undefined} mayRemove={mayRemove(item)} />}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
})

interface UpcomingProps {
  rights: RoomRights
  items: readonly QueueItem[]
  mayRemove: (item: QueueItem) => boolean
}

function Upcoming({ rights, items, mayRemove }: UpcomingProps) {
  const { command } = useRoomActions()
  const list = useRef<HTMLOListElement>(null)
  const { isHeld, handlers } = useHeldList()
  const wanted = items.map(({ id }) => id)
  // While the member uses the list, changes of the order by votes of others are not displayed.
  const settled = useSettledOrder(wanted, isHeld && rights.mayVote)
  const ids = rights.mayVote ? settled : wanted
  const byId = new Map(items.map((item) => [item.id, item]))
  const rowHeight = 3.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const gripOf = (index: number) =>
    list.current?.children[index]?.querySelector<HTMLElement>('[data-grip]') ?? undefined
  const { lifted, announcement, grip } = useReorderList({
    ids,
    nameOf: (index) => titleOf(byId.get(ids[index] ?? '')?.entry),
    rowHeight,
    isFixed: !rights.maySteer,
    onReveal: (index) => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
    onDrop(from, to) {
      const id = ids[from]
      if (id === undefined) return
      const hadFocus = gripOf(from) === document.activeElement
      flushSync(() => void command({ name: 'move', entryId: id, after: entryBehind(ids, id, to) }))
      if (hadFocus) gripOf(to)?.focus()
    },
  })
  useMovingRows(list, ids, lifted !== undefined)
  return (
    <>
      <p className="sr" aria-live="assertive">
        {announcement}
      </p>
      <ol ref={list} className={classNames(styles.rows, rights.mayVote && styles.voting)} {...handlers}>
        {ids.map((id, index) => {
          const item = byId.get(id)
          if (!item) return null
          const isLifted = lifted?.from === index
          const shift = lifted ? (isLifted ? lifted.offset : yieldOf(index, lifted, rowHeight)) : 0
          return (
            <li
              key={id}
              data-entry={id}
              className={classNames(isLifted && styles.lifted)}
              style={shift === 0 ? undefined : { translate: `0 ${shift}px` }}
            >
              <QueueRow
                item={item}
                lead={
                  rights.mayVote ? (
                    <VoteButton item={item} />
                  ) : (
                    <span className={styles.place}>
                      <span aria-hidden>{index + 1}</span>
                      {rights.maySteer && (
                        <Grip
                          title={titleOf(item.entry)}
                          isSmall
                          isHidden={ids.length < 2}
                          grip={grip(index)}
                        />
                      )}
                    </span>
                  )
                }
                menu={
                  <EntryMenu
                    item={item}
                    ids={rights.maySteer ? ids : undefined}
                    mayRemove={mayRemove(item)}
                  />
                }
              />
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Whether the member uses a list: the mouse is over it, or it contains the keyboard focus. */
function useHeldList() {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  return {
    isHeld: hasPointer || hasFocus,
    handlers: {
      onPointerEnter: ({ pointerType }: React.PointerEvent) => setHasPointer(pointerType === 'mouse'),
      onPointerLeave: () => setHasPointer(false),
      // Only the keyboard focus counts: after a tap, a button keeps the focus although the list is not used any more.
      onFocus: ({ target }: FocusEvent) => setHasFocus(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setHasFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}
