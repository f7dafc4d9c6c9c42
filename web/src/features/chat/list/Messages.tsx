import type { User } from '@tonarchiv/contract/users'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { use, useMemo, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import styles from '../ChatRoom.module.css'
import { ConversationLines } from '../messages/conversation-lines.ts'
import { rowsOf } from '../messages/rows.ts'
import { useToday } from '../messages/use-today.ts'
import { useFirstUnread, useFirstUnreadLoaded } from '../reading/use-first-unread.ts'
import { useChat, useConversationChat } from '../state/chat-instance.ts'
import { unanswered } from '../state/outgoing.ts'
import { useShownMessages } from '../state/shown.ts'
import { useNextVoice } from '../voice/next-voice.ts'
import { MessageList, type MessageListHandle } from './MessageList.tsx'
import { MessagesSkeleton } from './MessagesSkeleton.tsx'
import { withoutFirstDivider } from './use-list-view.ts'

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
  const lines = use(ConversationLines)
  const readUpTo = useFirstUnread(user.id)
  const isStartKnown = useFirstUnreadLoaded(readUpTo)
  useNextVoice(log.messages)
  const rows = useMemo(() => {
    const all = rowsOf({
      messages: hidden.size === 0 ? messages : messages.filter(({ id }) => !hidden.has(id)),
      outbox: unanswered(outbox),
      ownId: user.id,
      today,
      readUpTo,
      hasOlder: log.hasOlder,
      lines,
    })
    return log.hasOlder ? withoutFirstDivider(all) : all
  }, [messages, log.hasOlder, outbox, hidden, user.id, today, readUpTo, lines])

  if (rows.length > 0 && (lines.length === 0 || log.revision !== undefined))
    return <MessageList ref={list} {...{ rows, today, isStartKnown, user, onJump }} />
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
