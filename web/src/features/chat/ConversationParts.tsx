import type { User } from '@tonarchiv/contract/users'
import type { ReactNode } from 'react'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import styles from './ChatRoom.module.css'
import type { ConversationView } from './conversation-view.ts'
import { Messages } from './list/Messages.tsx'
import { MessagesSkeleton } from './list/MessagesSkeleton.tsx'
import { closeMessageSearch } from './search/message-search.ts'

const MessageHistory = lazyPart(async () => (await import('./history/MessageHistory.tsx')).MessageHistory)
const MessageSearch = lazyPart(async () => (await import('./search/MessageSearch.tsx')).MessageSearch, {
  failure: 'Die Suche konnte nicht geladen werden',
})

interface ShownMessagesProps {
  user: User
  view: ConversationView
  /** Shown while there is no message. */
  empty: ReactNode
}

/** The newest messages or, if the URL names a message, the messages around it. */
export function ShownMessages({ user, view, empty }: ShownMessagesProps) {
  const { list, messageId, takesFocus, jump, leaveHistory } = view
  if (messageId === undefined) return <Messages user={user} list={list} onJump={jump} empty={empty} />
  return (
    <MessageHistory
      key={messageId}
      fallback={<MessagesSkeleton />}
      messageId={messageId}
      user={user}
      takesFocus={takesFocus}
      onLeave={leaveHistory}
      onJump={jump}
    />
  )
}

interface SearchPaneProps {
  view: ConversationView
  /** Called before a hit is shown, so that the search can make room for it. */
  onShow: () => void
}

/** The search in the messages, while it is open. */
export function SearchPane({ view, onShow }: SearchPaneProps) {
  const { isSearching, messageId, leaveHistory, showHit } = view
  if (!isSearching) return null
  return (
    <MessageSearch
      className={styles.search}
      shownId={messageId}
      onClose={leaveHistory}
      onLoadFailed={closeMessageSearch}
      onShow={(id, takesFocus) => {
        onShow()
        showHit(id, takesFocus)
      }}
    />
  )
}
