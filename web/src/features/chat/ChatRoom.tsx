import type { User } from '@tonarchiv/contract/users'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Users from 'lucide-react/icons/users'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useSearchParams } from 'react-router'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { openProfile, PeopleList, usePeople } from '#features/presence/index.ts'
import { formatNumber } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { useIsRootMarked, useRootMark } from '#ui/dom/root-mark.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './ChatRoom.module.css'
import { Composer } from './composer/Composer.tsx'
import { ConnectionStatusBar, ConnectionStatus } from './ConnectionStatusBar.tsx'
import { ImageViewer } from './media/ImageViewer.tsx'
import { MessageList, type MessageListHandle } from './list/MessageList.tsx'
import { MessagesSkeleton } from './list/MessagesSkeleton.tsx'
import { PinBar } from './pins/PinBar.tsx'
import { unanswered } from './state/outgoing.ts'
import { useShownMessages } from './state/shown.ts'
import { rowsOf } from './messages/rows.ts'
import { MutedNotice } from './order/MutedNotice.tsx'
import { useOwnOrder } from './order/own-order.ts'
import { closeMessageSearch, searchMoments, useMessageSearch } from './search/message-search.ts'
import { SearchButton, searchButtonIn } from './search/SearchButton.tsx'
import { useMessageSearchKey } from './search/use-message-search-key.ts'
import { useChat, useConversationChat } from './state/chat-instance.ts'
import { TypingIndicator } from './typing/TypingIndicator.tsx'
import { useFirstUnread, useFirstUnreadLoaded } from './reading/use-first-unread.ts'
import { useToday } from './messages/use-today.ts'
import { leaveVoice } from './voice/voice-draft.ts'
import { CurrentVoice } from './voice/CurrentVoice.tsx'
import { useNextVoice } from './voice/next-voice.ts'
import { stopVoice } from './voice/voice-player.ts'

const MessageHistory = lazy(async () => ({
  default: (await import('./history/MessageHistory.tsx')).MessageHistory,
}))
const MessageSearch = lazy(async () => ({
  default: (await import('./search/MessageSearch.tsx')).MessageSearch,
}))

const WELCOME = (
  <EmptyState drawing="speech" title="Willkommen im Chat!" className={styles.empty ?? ''}>
    Keine Nachrichten vorhanden. Schreibe die erste Nachricht!
  </EmptyState>
)

/**
 * The chat room of all members; `?message=` in the URL shows the messages around an earlier one, `?moments=` finds
 * the moments of a track. See docs/product.md §12.8.
 */
export function ChatRoom({ user }: { user: User }) {
  const isPhone = useMediaQuery(PHONE)
  // Beside the docked player there is no room for the list of members.
  const isFolded = useIsRootMarked('data-docked-player') || isPhone
  const [address, setUrl] = useSearchParams()
  const messageId = address.get('message') ?? undefined
  const [arePeopleOpen, setArePeopleOpen] = useState(false)
  const isSearching = useMessageSearch(({ isOpen }) => isOpen)
  /** Whether the focus moves to the message of the URL: not while the hits of a search are walked through. */
  const [isGoalFocused, setIsGoalFocused] = useState(true)
  useMessageSearchKey()
  useMomentsOfUrl()
  const mute = useOwnOrder((order) => order.mute)
  const room = useRef<HTMLElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const list = useRef<MessageListHandle>(null)
  const leaveHistory = () => setUrl({}, { replace: true })
  const jump = useJump(list, setUrl)
  useRootMark('data-page-filled', true)
  // Deleting the last message unmounts the list, so the focus moves to the page.
  useRestoredFocus(room, () => document.getElementById('main'))
  useRestoredFocus(whole, () => searchButtonIn(whole.current))
  useOpenRoom()
  const people = (
    <PeopleList
      ownId={user.id}
      onOpen={(id) => {
        setArePeopleOpen(false)
        openProfile(id)
      }}
      className={isFolded ? styles.sheet : styles.people}
    />
  )
  return (
    <div
      ref={whole}
      className={classNames(styles.chat, isFolded && styles.folded, isSearching && styles.searching)}
      data-fills-page
    >
      <section className={styles.main} ref={room} aria-labelledby="chat-title">
        <Head isFolded={isFolded} onPeople={() => setArePeopleOpen(true)} />
        <ConnectionStatusBar />
        <CurrentVoice />
        <PinBar user={user} onJump={jump} />
        {messageId === undefined ? (
          <Messages user={user} list={list} onJump={jump} empty={WELCOME} />
        ) : (
          <Suspense fallback={<MessagesSkeleton />}>
            <MessageHistory
              key={messageId}
              messageId={messageId}
              user={user}
              takesFocus={isGoalFocused}
              onLeave={leaveHistory}
              onJump={jump}
            />
          </Suspense>
        )}
        <TypingIndicator />
        {mute === null ? (
          <Composer
            ownId={user.id}
            dropTarget={room}
            onEnd={messageId === undefined ? () => list.current?.toEnd() : leaveHistory}
            onJump={jump}
          />
        ) : (
          <MutedNotice mute={mute} />
        )}
        <p className={styles.drop} aria-hidden>
          Bilder hier ablegen
        </p>
      </section>
      {isSearching && (
        <Suspense>
          <MessageSearch
            className={styles.search}
            shownId={messageId}
            onClose={leaveHistory}
            onShow={(id, takesFocus) => {
              if (isPhone) closeMessageSearch()
              setIsGoalFocused(takesFocus)
              setUrl({ message: id }, { replace: true })
            }}
          />
        </Suspense>
      )}
      {isFolded ? (
        <Dialog open={arePeopleOpen} onClose={() => setArePeopleOpen(false)} title="Benutzer">
          {people}
        </Dialog>
      ) : (
        !isSearching && people
      )}
      <ImageViewer />
    </div>
  )
}

/** Keeps the messages of the room up to date while it is shown. */
function useOpenRoom(): void {
  const chat = useConversationChat()
  useEffect(() => {
    void chat.open()
    return () => {
      closeMessageSearch()
      chat.leave()
      leaveVoice()
      stopVoice()
    }
  }, [chat])
}

/** Searches the moments of the track that the URL names. */
function useMomentsOfUrl(): void {
  const [address, setUrl] = useSearchParams()
  const trackId = address.get('moments')
  useEffect(() => {
    if (trackId === null) return
    searchMoments(trackId)
    setUrl({}, { replace: true })
  }, [trackId, setUrl])
}

/** Shows a message in the list; one that is not loaded in the history around it. */
export function useJump(
  listRef: RefObject<MessageListHandle | null>,
  setUrl: (address: { message: string }) => void,
): (messageId: string) => void {
  return useCallback(
    (message) => {
      if (listRef.current?.toMessage(message) !== true) setUrl({ message })
    },
    [listRef, setUrl],
  )
}

function Head({ isFolded, onPeople }: { isFolded: boolean; onPeople: () => void }) {
  return (
    <header className={styles.head}>
      <h1 id="chat-title">Chat Room</h1>
      <ConnectionStatus />
      <div className={styles.actions}>
        <SearchButton label="Nachrichten durchsuchen" />
        {isFolded && <OpenPeople onOpen={onPeople} />}
      </div>
    </header>
  )
}

function OpenPeople({ onOpen }: { onOpen: () => void }) {
  const isLost = useIsDisconnected()
  const online = usePeople(({ online, isKnown }) =>
    isKnown ? `${formatNumber(online.length)} online` : undefined,
  )
  const count = isLost ? 'Benutzer' : online
  const label = 'Online und offline anzeigen'
  return (
    <Button
      kind="ghost"
      small
      aria-label={count === undefined ? label : `${label}, ${count}`}
      onClick={onOpen}
    >
      <Users className="icon icon-small" aria-hidden />
      {isLost ? (
        <span className={styles['away-count']}>{count}</span>
      ) : (
        (count ?? <Skeleton width="6.3ch" height="1lh" />)
      )}
    </Button>
  )
}

interface MessagesProps {
  user: User
  list: RefObject<MessageListHandle | null>
  onJump: (messageId: string) => void
  /** Shown while there is no message. */
  empty: ReactNode
}

/** The messages of the conversation around this component. */
export function Messages({ user, list, onJump, empty }: MessagesProps) {
  const chat = useConversationChat()
  const { log, outbox, hidden, sync } = useChat((state) => state)
  const messages = useShownMessages(user.id)
  const today = useToday()
  const readUpTo = useFirstUnread(user.id)
  const isStartKnown = useFirstUnreadLoaded(readUpTo)
  useNextVoice(log.messages)
  const rows = useMemo(() => {
    return rowsOf({
      messages: hidden.size === 0 ? messages : messages.filter(({ id }) => !hidden.has(id)),
      outbox: unanswered(outbox),
      ownId: user.id,
      today,
      readUpTo,
      hasOlder: log.hasOlder,
    })
  }, [messages, log.hasOlder, outbox, hidden, user.id, today, readUpTo])

  if (rows.length > 0) return <MessageList ref={list} {...{ rows, isStartKnown, user, onJump }} />
  if (log.revision !== undefined) return empty
  if (sync.name !== 'failed') return <MessagesSkeleton />
  return (
    <EmptyState
      failed
      title="Fehler beim Laden der Nachrichten"
      className={styles.empty ?? ''}
      action={
        <Button onClick={() => void chat.open()}>
          <RefreshCw className="icon icon-small" aria-hidden />
          Erneut versuchen
        </Button>
      }
    />
  )
}
