import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { openProfile } from '#features/presence/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './MessageList.module.css'
import { ChatRow, type RowActions } from '../messages/MessageRow.tsx'
import type { Row } from '../messages/rows.ts'
import { useChat, useConversationChat } from '../state/chat-instance.ts'
import { DeleteQuestion } from './DeleteQuestion.tsx'
import { MessageMenu, type OpenMenu } from './MessageMenu.tsx'
import { ToEnd } from './ToEnd.tsx'
import { useDeletion } from './use-deletion.ts'
import { useStickToEnd, useOwnInView, useStartPosition } from './use-list-position.ts'
import { useReading } from './use-reading.ts'

/** Distance from the end in px up to which the list counts as scrolled to its end. */
const NEAR_END = 60
/** Older messages are fetched when the first rendered row has at most this index. */
const NEAR_START = 8
/** Estimated height of a row until it is measured, px. */
const ESTIMATE: Record<Row['kind'], number> = { day: 44, unread: 44, message: 66, outgoing: 80 }

const LIST_OPTIONS = {
  overscan: 4,
  paddingStart: 16,
  paddingEnd: 8,
  anchorTo: 'end',
  followOnAppend: true,
  scrollEndThreshold: NEAR_END,
  initialOffset: Number.MAX_SAFE_INTEGER,
  directDomUpdates: true,
  directDomUpdatesMode: 'position',
} as const

interface MessageListProps {
  rows: readonly Row[]
  /** Whether the first unread message is known; until then the list stays at its end. */
  isStartKnown: boolean
  ownId: string
  isAdmin: boolean
}

/** The virtualised list of messages. It stays at its end, or keeps the position to which the reader has scrolled. */
export function MessageList({ rows, isStartKnown, ownId, isAdmin }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [menu, setMenu] = useState<OpenMenu>()
  const chat = useConversationChat()
  const hasOlder = useChat(({ log }) => log.hasOlder)
  const older = useChat((state) => state.older)

  // The rule warns about the virtualizer's functions in memoized code. They are only used in this component, which is
  // not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    ...LIST_OPTIONS,
    onChange: (instance) => setIsAtEnd(instance.isAtEnd(NEAR_END)),
  })
  const items = virtualizer.getVirtualItems()
  const isNearStart = (items[0]?.index ?? 0) <= NEAR_START

  useEffect(() => {
    if (hasOlder && isNearStart && older === 'idle') void chat.loadOlder()
  }, [chat, hasOlder, isNearStart, older, rows])

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
  useReading(scroller, rows, ownId, isAtEnd)
  useRestoredFocus(scroller, () => scroller.current)

  const { requested, ask, onDelete, deleteAsked } = useDeletion(scroller, ownId)
  const onMenu = useCallback<RowActions['onMenu']>((message, at) => setMenu({ message, at }), [])

  return (
    <div className={styles.frame}>
      <section
        className={styles.scroller}
        ref={scroller}
        // Reachable by keyboard, so that it can be scrolled.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Verlauf"
      >
        {hasOlder && <OlderMessages />}
        <ol
          className={styles.list}
          ref={virtualizer.containerRef}
          aria-label="Nachrichten"
          // At the end of the list, added rows are new messages and are announced. Elsewhere they are older messages.
          aria-live={isAtEnd ? 'polite' : 'off'}
          aria-relevant="additions"
        >
          <Rows
            {...{ rows, items, hasOlder, ownId, isAdmin, onDelete, onMenu }}
            measure={virtualizer.measureElement}
          />
        </ol>
      </section>
      {!isAtEnd && <ToEnd onPress={() => virtualizer.scrollToEnd({ behavior: scrollBehavior() })} />}
      <MessageMenu
        {...{ menu, onDelete }}
        ownId={ownId}
        isAdmin={isAdmin}
        onClose={() => setMenu(undefined)}
      />
      <DeleteQuestion message={requested} onCancel={() => ask(undefined)} onConfirm={deleteAsked} />
    </div>
  )
}

function scrollBehavior(): 'auto' | 'smooth' {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

interface RowsProps
  extends Pick<MessageListProps, 'rows'>, Pick<RowActions, 'ownId' | 'isAdmin' | 'onDelete' | 'onMenu'> {
  items: readonly VirtualItem[]
  hasOlder: boolean
  measure: (element: HTMLLIElement | null) => void
}

/** The mounted rows. */
function Rows({ rows, items, hasOlder, measure, ...actions }: RowsProps) {
  const chat = useConversationChat()
  return items.map(({ key, index }) => {
    const row = rows[index]
    return (
      row && (
        <li
          key={key}
          ref={measure}
          data-index={index}
          className={styles.row}
          aria-setsize={hasOlder ? -1 : rows.length}
          aria-posinset={index + 1}
        >
          <ChatRow row={row} {...actions} onProfile={openProfile} onCancel={chat.cancel} />
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
