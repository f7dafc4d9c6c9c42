import type { User } from '@tonarchiv/contract/users'
import Users from 'lucide-react/icons/users'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { openProfile, PeopleList, usePeople, type ShownListener } from '#features/presence/index.ts'
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
import { useConversationView } from './conversation-view.ts'
import { SearchPane, ShownMessages } from './ConversationParts.tsx'
import { ImageViewer } from './media/ImageViewer.tsx'
import { PinBar } from './pins/PinBar.tsx'
import { MutedNotice } from './order/MutedNotice.tsx'
import { useOwnOrder } from './order/own-order.ts'
import { closeMessageSearch, searchMoments } from './search/message-search.ts'
import { SearchButton, searchButtonIn } from './search/SearchButton.tsx'
import { useConversationChat } from './state/chat-instance.ts'
import { TypingIndicator } from './typing/TypingIndicator.tsx'
import { leaveVoice } from './voice/voice-draft.ts'
import { CurrentVoice } from './voice/CurrentVoice.tsx'
import { stopVoice } from './voice/voice-player.ts'

const WELCOME = (
  <EmptyState drawing="speech" title="Willkommen im Chat!" className={styles.empty ?? ''}>
    Keine Nachrichten vorhanden. Schreibe die erste Nachricht!
  </EmptyState>
)

interface ChatRoomProps {
  user: User
  /** Renders the popup of a member in the list who listens to something. */
  renderListener?: ((shown: ShownListener) => ReactNode) | undefined
}

/**
 * The chat room of all members; `?message=` in the URL shows the messages around an earlier one, `?moments=` finds
 * the moments of a track. See docs/product.md §12.8.
 */
export function ChatRoom({ user, renderListener }: ChatRoomProps) {
  const isPhone = useMediaQuery(PHONE)
  // Beside the docked player there is no room for the list of members.
  const isFolded = useIsRootMarked('data-docked-player') || isPhone
  const view = useConversationView()
  const { isSearching } = view
  const [arePeopleOpen, setArePeopleOpen] = useState(false)
  useMomentsOfUrl()
  const mute = useOwnOrder((order) => order.mute)
  const room = useRef<HTMLElement>(null)
  const whole = useRef<HTMLDivElement>(null)
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
      renderListener={renderListener}
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
        <PinBar user={user} onJump={view.jump} />
        <ShownMessages user={user} view={view} empty={WELCOME} />
        <TypingIndicator />
        {mute === null ? (
          <Composer ownId={user.id} dropTarget={room} onEnd={view.toEnd} onJump={view.jump} />
        ) : (
          <MutedNotice mute={mute} />
        )}
        <p className={styles.drop} aria-hidden>
          Bilder hier ablegen
        </p>
      </section>
      <SearchPane
        view={view}
        onShow={() => {
          if (isPhone) closeMessageSearch()
        }}
      />
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

/** If the URL has the parameter `moments`, searches the moments of the track with this id. */
function useMomentsOfUrl(): void {
  const [address, setUrl] = useSearchParams()
  const trackId = address.get('moments')
  useEffect(() => {
    if (trackId === null) return
    searchMoments(trackId)
    setUrl({}, { replace: true })
  }, [trackId, setUrl])
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
