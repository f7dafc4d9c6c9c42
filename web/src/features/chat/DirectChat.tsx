import type { User } from '@tonarchiv/contract/users'
import { useEffect, useRef, type ReactNode } from 'react'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './ChatRoom.module.css'
import { Composer } from './composer/Composer.tsx'
import { ConnectionStatusBar } from './ConnectionStatusBar.tsx'
import { useConversationView } from './conversation-view.ts'
import { SearchPane, ShownMessages } from './ConversationParts.tsx'
import { ImageViewer } from './media/ImageViewer.tsx'
import { loadUnread } from './reading/read-mark.ts'
import { SeenContext, useSeenId } from './reading/seen.ts'
import { closeMessageSearch } from './search/message-search.ts'
import { searchButtonIn } from './search/SearchButton.tsx'
import { closeOldChats, useConversationChat } from './state/chat-instance.ts'
import { ConversationContext } from './state/conversation-context.ts'
import { TypingIndicator } from './typing/TypingIndicator.tsx'
import { leaveVoice } from './voice/voice-draft.ts'
import { stopVoice } from './voice/voice-player.ts'

interface DirectChatProps {
  user: User
  conversationId: string
  /** The name of the conversation for screen readers, for example „Gespräch mit Mila“. */
  label: string
  /** The last message that the other member has read; null when that is not shown. */
  theirReadId: string | null
  /** The placeholder of the field. */
  placeholder: string
  /** Why nothing can be written; then it replaces the composer. */
  closedText: string | undefined
  /** The head of the conversation, and notices below it. */
  children: ReactNode
}

/**
 * A conversation with another member or in a listening room: its messages and the composer, as in the room of all
 * members. See docs/product.md §12.13.
 */
export function DirectChat({ conversationId, ...rest }: DirectChatProps) {
  return (
    <ConversationContext value={conversationId}>
      {/* Keyed: each conversation has its own position, focus and recording. */}
      <Conversation key={conversationId} conversationId={conversationId} {...rest} />
    </ConversationContext>
  )
}

/** Keeps the messages of a conversation up to date while it is shown. */
function useOpenChat(conversationId: string): void {
  const chat = useConversationChat()
  useEffect(() => {
    closeOldChats(conversationId)
    void chat.open()
    loadUnread(conversationId)
    return () => {
      closeMessageSearch()
      chat.leave()
      leaveVoice()
      stopVoice()
    }
  }, [chat, conversationId])
}

function Conversation({
  user,
  conversationId,
  label,
  theirReadId,
  placeholder,
  closedText,
  children,
}: DirectChatProps) {
  const view = useConversationView()
  const pane = useRef<HTMLElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const seenId = useSeenId(theirReadId, user.id)
  // In conversations between members, admins have the same rights as other members.
  const member = { ...user, isAdmin: false }
  useRestoredFocus(pane, () => document.getElementById('main'))
  // On phones the menu in the head opens the search. When the search is closed, the focus moves to the messages.
  useRestoredFocus(
    whole,
    () =>
      searchButtonIn(whole.current) ?? whole.current?.querySelector<HTMLElement>('[data-messages]') ?? null,
  )
  useOpenChat(conversationId)
  return (
    <div ref={whole} className={classNames(styles.direct, view.isSearching && styles.searching)}>
      <section className={styles.main} ref={pane} aria-label={label}>
        {children}
        <ConnectionStatusBar />
        <SeenContext value={seenId}>
          <ShownMessages
            user={member}
            view={view}
            empty={
              <EmptyState drawing="speech" title="Noch keine Nachrichten" className={styles.empty ?? ''} />
            }
          />
        </SeenContext>
        <TypingIndicator />
        {closedText === undefined ? (
          <Composer
            ownId={user.id}
            dropTarget={pane}
            onEnd={view.toEnd}
            onJump={view.jump}
            placeholder={placeholder}
          />
        ) : (
          <output className={styles.closed}>{closedText}</output>
        )}
        <p className={styles.drop} aria-hidden>
          Bilder hier ablegen
        </p>
        <ImageViewer />
      </section>
      <SearchPane
        view={view}
        onShow={() => {
          // On narrow screens the search covers the conversation.
          if (pane.current?.checkVisibility() === false) closeMessageSearch()
        }}
      />
    </div>
  )
}
