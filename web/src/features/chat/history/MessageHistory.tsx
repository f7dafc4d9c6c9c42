import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import type { User } from '@tonarchiv/contract/users'
import { useInfiniteQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { showToast } from '#ui/dom/toast.ts'
import { MessageOverlays } from '../actions/MessageOverlays.tsx'
import { useMessageActions } from '../actions/use-message-actions.ts'
import { MessagesSkeleton } from '../list/MessagesSkeleton.tsx'
import { useOneTabStop } from '../list/use-one-tab-stop.ts'
import { ChatRow } from '../messages/MessageRow.tsx'
import { rowsOf } from '../messages/rows.ts'
import { useToday } from '../messages/use-today.ts'
import { withoutDeleted } from '../state/changes.ts'
import { useChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { withPending } from '../state/pending.ts'
import { useNextVoice } from '../voice/next-voice.ts'
import { historyQuery } from './history-query.ts'
import { useHistoryChanges } from './use-history-changes.ts'
import styles from './MessageHistory.module.css'

interface MessageHistoryProps {
  /** The message that is marked and scrolled to. */
  messageId: string
  user: User
  /** Whether the focus moves to the message, too. */
  takesFocus?: boolean
  /** Called to return to the newest messages. */
  onLeave: () => void
  /** Shows another message. */
  onJump: (messageId: string) => void
}

/** The chat around an earlier message. New messages are not added. */
export function MessageHistory({ messageId, user, takesFocus = true, onLeave, onJump }: MessageHistoryProps) {
  const query = useInfiniteQuery(historyQuery(messageId, useConversationId()))
  const { data, error, isError, refetch } = query
  const isGone = error instanceof ApiError && error.is(messageNotFound)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isGone) return
    showToast(messageNotFound.text, { kind: 'error' })
    leave()
  }, [isGone])
  // After sending a message the view returns to the end of the chat, where the message appears.
  const [openedAt] = useState(Date.now)
  const hasSent = useChat(({ outbox }) => outbox.some(({ writtenAt }) => writtenAt > openedAt))
  useEffect(() => {
    if (hasSent) leave()
  }, [hasSent])

  if (data) return <Excerpt {...{ messageId, user, takesFocus, onLeave, onJump, query }} messages={data} />
  if (!isError || isGone) return <MessagesSkeleton />
  return <LoadFailure onRetry={refetch}>{textOf(error, 'Fehler beim Laden der Nachrichten')}</LoadFailure>
}

interface ExcerptProps extends MessageHistoryProps {
  messages: Parameters<typeof rowsOf>[0]['messages']
  query: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'hasPreviousPage' | 'hasNextPage' | 'isFetching' | 'fetchPreviousPage' | 'fetchNextPage'
  >
}

function Excerpt({ messageId, user, takesFocus = true, messages, query, onLeave, onJump }: ExcerptProps) {
  const { hasPreviousPage, hasNextPage, isFetching, fetchPreviousPage, fetchNextPage } = query
  const scroller = useRef<HTMLElement>(null)
  const today = useToday()
  const hidden = useChat((state) => state.hidden)
  const deleted = useChat(({ log }) => log.deleted)
  const pending = useChat((state) => state.pending)
  useHistoryChanges(messageId, user.id)
  const messageActions = useMessageActions(scroller, user, onJump)
  const rows = useMemo(
    () =>
      rowsOf({
        messages: withPending(withoutDeleted(messages, deleted), pending, user.id).filter(
          ({ id }) => !hidden.has(id),
        ),
        outbox: [],
        ownId: user.id,
        today,
        readUpTo: undefined,
        hasOlder: hasPreviousPage,
      }),
    [messages, hidden, deleted, pending, user.id, today, hasPreviousPage],
  )
  usePositionKept(scroller, messages)
  useNextVoice(messages)
  useOneTabStop(scroller)
  return (
    <div className={styles.frame}>
      <section
        className={styles.scroller}
        ref={scroller}
        // Reachable by keyboard, so that it can be scrolled.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Früherer Verlauf"
        data-messages
      >
        {hasPreviousPage && (
          <Button small kind="ghost" busy={isFetching} onClick={() => void fetchPreviousPage()}>
            Ältere Nachrichten laden
          </Button>
        )}
        <ol className={styles.list} aria-label="Nachrichten">
          {rows.map((row) => {
            const isGoal = row.kind === 'message' && row.message.id === messageId
            return (
              <li
                key={row.key}
                className={classNames(styles.row, row.kind === 'day' && styles.day)}
                ref={isGoal ? (takesFocus ? bringIntoView : scrollIntoView) : undefined}
              >
                <ChatRow row={row} isMarked={isGoal} isTabStop={isGoal} actions={messageActions.actions} />
              </li>
            )
          })}
        </ol>
        {hasNextPage && (
          <Button small kind="ghost" busy={isFetching} onClick={() => void fetchNextPage()}>
            Neuere Nachrichten laden
          </Button>
        )}
      </section>
      <Button small className={styles.leave} onClick={onLeave}>
        <ArrowDown className="icon icon-small" aria-hidden />
        Zu den neuesten Nachrichten
      </Button>
      <MessageOverlays {...messageActions} />
    </div>
  )
}

function scrollIntoView(goal: HTMLElement | null): void {
  goal?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Scrolls to the message and moves the focus there. */
function bringIntoView(goal: HTMLElement | null): void {
  scrollIntoView(goal)
  goal?.querySelector<HTMLElement>('[data-message]')?.focus({ preventScroll: true })
}

/** Keeps the scroll position when earlier messages are inserted above: the distance from the end stays the same. */
function usePositionKept(scroller: RefObject<HTMLElement | null>, messages: ExcerptProps['messages']): void {
  const kept = useRef<{ firstId: string | undefined; fromEnd: number }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    const firstId = messages[0]?.id
    const before = kept.current
    if (element && before && before.firstId !== firstId)
      element.scrollTo({ top: element.scrollHeight - before.fromEnd, behavior: 'instant' })
    const note = () => {
      if (element) kept.current = { firstId, fromEnd: element.scrollHeight - element.scrollTop }
    }
    note()
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [scroller, messages])
}
