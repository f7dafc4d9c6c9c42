import type { User } from '@tonarchiv/contract/users'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './MessageList.module.css'
import { MessageOverlays } from '../actions/MessageOverlays.tsx'
import { useMessageActions } from '../actions/use-message-actions.ts'
import { ChatRow } from '../messages/MessageRow.tsx'
import type { RowActions } from '../messages/row-actions.ts'
import type { Row } from '../messages/rows.ts'
import { useChat, useConversationChat } from '../state/chat-instance.ts'
import { JumpButtons } from './JumpButtons.tsx'
import { focusMessage, useMarked, useMentions } from './use-jumps.ts'
import { useStickToEnd, useOwnInView, useStartPosition } from './use-list-position.ts'
import { useKeptSizes, useStartSizes } from './kept-sizes.ts'
import { useListStage } from './use-list-stage.ts'
import { dayAbove, NEAR_END, useListView, viewAtStart } from './use-list-view.ts'
import { useOneTabStop } from './use-one-tab-stop.ts'
import { useUnread } from '../reading/unread-store.ts'
import { useReading } from './use-reading.ts'

/** Older messages are fetched when the first rendered row has at most this index, or there are fewer rows than this. */
const NEAR_START = 8
const ROWS_MIN = 100
/** Estimated height of a row until it is measured, px. */
const ESTIMATE: Record<Row['kind'], number> = { day: 44, unread: 44, message: 66, outgoing: 80, line: 30 }

/** Rows that are mounted above and below the visible part after the first frame. */
const OVERSCAN = 4

const LIST_OPTIONS = {
  paddingStart: 16,
  paddingEnd: 8,
  anchorTo: 'end',
  followOnAppend: true,
  scrollEndThreshold: NEAR_END,
  initialOffset: Number.MAX_SAFE_INTEGER,
  directDomUpdates: true,
  directDomUpdatesMode: 'position',
} as const

/** Scrolls the list. */
export interface MessageListHandle {
  toEnd: () => void
  /**
   * Scrolls to a message, marks it for a while and moves the focus to it.
   * @returns false when the message is not loaded
   */
  toMessage: (id: string) => boolean
}

interface MessageListProps {
  ref?: Ref<MessageListHandle>
  rows: readonly Row[]
  /** `2026-11-21` */
  today: string
  /** Whether the first unread message is known; until then the list stays at its end. */
  isStartKnown: boolean
  user: User
  /** Shows a message, also one that is not loaded. */
  onJump: (messageId: string) => void
}

/** The virtualised list of messages. It stays at its end, or keeps the position to which the reader has scrolled. */
export function MessageList({ ref, rows, today, isStartKnown, user, onJump }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { seen, onChange } = useListView()
  const stage = useListStage()
  const chat = useConversationChat()
  const startSizes = useStartSizes(chat)
  const hasOlder = useChat(({ log }) => log.hasOlder)
  const older = useChat((state) => state.older)
  const messageActions = useMessageActions(scroller, user, onJump)

  // The rule warns about the virtualizer's functions in memoized code. They are only used in this component, which is
  // not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    ...LIST_OPTIONS,
    overscan: stage === 'visible' ? 0 : OVERSCAN,
    ...startSizes,
    onChange,
    // The first scroll event comes from the start position. A synchronous update would run all effects of the new page
    // before it is painted.
    useFlushSync: seen !== undefined,
  })
  useKeptSizes(chat, virtualizer)
  const items = virtualizer.getVirtualItems()
  const view = seen ?? viewAtStart(virtualizer.range)
  const { isAtEnd } = view
  const isNearStart = rows.length < ROWS_MIN || (items[0]?.index ?? ROWS_MIN) <= NEAR_START

  useEffect(() => {
    if (hasOlder && isNearStart && older === 'idle') void chat.loadOlder()
  }, [chat, hasOlder, isNearStart, older, rows])

  useEffect(() => {
    if (isAtEnd) chat.dropOld()
  }, [chat, isAtEnd, rows])

  useStartPosition(rows, isStartKnown, {
    isAtEnd: () => virtualizer.isAtEnd(2),
    toEnd: () => virtualizer.scrollToEnd(),
    toRow: (index) => virtualizer.scrollToIndex(index, { align: 'start' }),
  })
  useStickToEnd(scroller, {
    isAtEnd,
    hasMark: rows.some(({ kind }) => kind === 'unread'),
    toEnd: () => virtualizer.scrollToEnd(),
  })
  useOwnInView(rows, () => virtualizer.scrollToEnd())
  useReading(scroller, rows, user.id, isAtEnd)
  useRestoredFocus(scroller, () => scroller.current)
  useOneTabStop(scroller)

  const { markedId, mark } = useMarked()
  const mentions = useMentions(rows, user.id, view)
  const toEnd = () => virtualizer.scrollToEnd({ behavior: scrollBehavior() })
  function toMessage(id: string): boolean {
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.id === id)
    if (index === -1) return false
    virtualizer.scrollToIndex(index, { align: 'center' })
    mark(id)
    focusMessage(scroller.current, id)
    return true
  }
  useImperativeHandle(ref, () => ({ toEnd, toMessage }))
  const unreadIndex = rows.findIndex(({ kind }) => kind === 'unread')
  const hasUnread = useUnread(({ count }) => count > 0)
  const isMarkAbove = hasUnread && unreadIndex !== -1 && unreadIndex < view.top

  return (
    <div className={styles.frame}>
      {older !== 'failed' && <DayAbove day={dayAbove(rows, view.top, today)} />}
      <section className={styles.scroller} ref={scroller} tabIndex={-1} aria-label="Verlauf" data-messages>
        {hasOlder && <OlderMessages />}
        <ol
          className={styles.list}
          ref={virtualizer.containerRef}
          aria-label="Nachrichten"
          // At the end of the list, added rows are new messages and are announced. Elsewhere they are older messages.
          aria-live={isAtEnd && stage === 'live' ? 'polite' : 'off'}
          aria-relevant="additions"
        >
          <Rows
            {...{ rows, items, hasOlder, markedId }}
            hasBars={stage !== 'visible'}
            actions={messageActions.actions}
            measure={virtualizer.measureElement}
          />
        </ol>
      </section>
      <JumpButtons
        isAway={!isAtEnd}
        isFar={view.isFar}
        onEnd={toEnd}
        onFirstUnread={
          isMarkAbove ? () => virtualizer.scrollToIndex(unreadIndex, { align: 'start' }) : undefined
        }
        mentions={mentions.count}
        onMention={() => {
          const id = mentions.next()
          if (id !== undefined) toMessage(id)
        }}
      />
      <MessageOverlays {...messageActions} />
    </div>
  )
}

function DayAbove({ day }: { day: string | undefined }) {
  return (
    day !== undefined && (
      <p className={styles['sticky-day']} aria-hidden>
        <span>{day}</span>
      </p>
    )
  )
}

function scrollBehavior(): 'auto' | 'smooth' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

interface RowsProps extends Pick<MessageListProps, 'rows'> {
  items: readonly VirtualItem[]
  hasOlder: boolean
  markedId: string | undefined
  /** Whether messages have their actions, which are visible only on the active message. */
  hasBars: boolean
  actions: RowActions
  measure: (element: HTMLLIElement | null) => void
}

/** The mounted rows. Tab reaches the message that had the focus last, or the last one. */
function Rows({ rows, items, hasOlder, markedId, hasBars, actions, measure }: RowsProps) {
  const [focusedId, setFocusedId] = useState<string>()
  const ids = items.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'message' ? row.message.id : []
  })
  const tabStop = focusedId !== undefined && ids.includes(focusedId) ? focusedId : ids.at(-1)
  return items.map(({ key, index }) => {
    const row = rows[index]
    const id = row?.kind === 'message' ? row.message.id : undefined
    return (
      row && (
        // `onFocus` records which message has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={key}
          ref={measure}
          data-index={index}
          className={styles.row}
          // The component that provides lines announces them itself, so the list announces only messages.
          aria-live={row.kind === 'line' ? 'off' : undefined}
          aria-setsize={hasOlder ? -1 : rows.length}
          aria-posinset={index + 1}
          onFocus={() => setFocusedId(id)}
        >
          <ChatRow
            {...{ row, hasBars, actions }}
            isMarked={id !== undefined && id === markedId}
            isTabStop={id !== undefined && id === tabStop}
          />
        </li>
      )
    )
  })
}

/** Shown above the first message while there are older ones. */
function OlderMessages() {
  const chat = useConversationChat()
  const older = useChat((state) => state.older)
  return (
    <div className={styles.older}>
      {older === 'failed' ? (
        <Button small onClick={() => void chat.loadOlder()}>
          Ältere Nachrichten laden
        </Button>
      ) : (
        older === 'loading' && <output className="sr">Ältere Nachrichten werden geladen</output>
      )}
    </div>
  )
}
