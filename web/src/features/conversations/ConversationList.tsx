import type { DirectConversation } from '@tonarchiv/contract/conversations'
import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Image from 'lucide-react/icons/image'
import Mic from 'lucide-react/icons/mic'
import { useState } from 'react'
import { Link } from 'react-router'
import { excerptOf, countText, useToday } from '#features/chat/index.ts'
import { AdminMark, PersonAvatar, useDistinctName, useOnlineUser } from '#features/presence/index.ts'
import { formatTime, formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import Search from 'lucide-react/icons/search'
import { classNames } from '#ui/dom/class-names.ts'
import { sections } from './conversation-list.ts'
import styles from './Conversations.module.css'
import { listTime } from './times.ts'

interface ConversationListProps {
  conversations: readonly DirectConversation[]
  ownId: string
  /** The open conversation. */
  currentId: string | undefined
}

/** The conversations: requests first, then all others, the one with the newest message first. */
export function ConversationList({ conversations, ownId, currentId }: ConversationListProps) {
  const [text, setText] = useState('')
  const { requests, others } = sections(conversations, text)
  if (conversations.length === 0)
    return (
      <EmptyState drawing="speech" title="Noch keine Nachrichten" className={styles.none ?? ''}>
        Schreib jemandem aus deiner Freundesliste.
      </EmptyState>
    )
  return (
    <>
      <div className={styles.find}>
        <TextField
          label="Gespräch suchen"
          labelHidden
          type="search"
          placeholder="Gespräch suchen"
          autoComplete="off"
          maxLength={100}
          icon={<Search className="icon" aria-hidden />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </div>
      <div className={styles.items}>
        <Section title="Anfragen" conversations={requests} {...{ ownId, currentId }} />
        <Section title="Gespräche" conversations={others} {...{ ownId, currentId }} />
        {requests.length + others.length === 0 && (
          <Text as="output" tone="muted" className={styles.nothing}>
            Kein Gespräch gefunden
          </Text>
        )}
      </div>
    </>
  )
}

function Section({ title, conversations, ...rest }: ConversationListProps & { title: string }) {
  if (conversations.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>
        {title} <span>{formatNumber(conversations.length)}</span>
      </h2>
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <Item conversation={conversation} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Item({
  conversation,
  ownId,
  currentId,
}: Omit<ConversationListProps, 'conversations'> & { conversation: DirectConversation }) {
  const { id, person, unread, lastMessage, theirReadId, isMuted } = conversation
  const isOnline = useOnlineUser(person.id)?.isOnline === true
  const name = useDistinctName(person)
  const today = useToday()
  const isOwn = lastMessage?.userId === ownId
  return (
    <Link
      to={`/messages/${id}`}
      className={classNames(styles.item, unread > 0 && !isMuted && styles.unread)}
      aria-current={id === currentId ? 'page' : undefined}
    >
      <PersonAvatar photoURL={person.photoURL} isOnline={isOnline} size={40} className={styles.face} />
      <span className={styles.name}>
        <Text truncate dir="auto">
          {name}
        </Text>
        <AdminMark userId={person.id} />
      </span>
      {lastMessage && (
        <time className={styles.time} dateTime={lastMessage.createdAt}>
          {listTime(lastMessage.createdAt, today)}
        </time>
      )}
      <Text truncate className={styles.last}>
        {isOwn && 'Du: '}
        {lastMessage && <LastMessage message={lastMessage} />}
      </Text>
      <span className={styles.mark}>
        {isMuted && (
          <span title="Stumm">
            <BellOff className="icon" aria-hidden />
            <span className="sr">Stumm</span>
          </span>
        )}
        {unread > 0 ? (
          <CountBadge className={isMuted ? styles.quiet : undefined}>
            {countText(unread)} <span className="sr">ungelesen</span>
          </CountBadge>
        ) : (
          isOwn && !isMuted && <Delivered isRead={theirReadId !== null && lastMessage.id <= theirReadId} />
        )}
      </span>
    </Link>
  )
}

function LastMessage({ message }: { message: NonNullable<DirectConversation['lastMessage']> }) {
  const text = excerptOf(message.content)
  if (message.mediaType === 'voice')
    return (
      <>
        <Mic className="icon" aria-hidden />
        Sprachnachricht, {formatTime(message.mediaDuration ?? 0)}
      </>
    )
  if (message.mediaType === 'image')
    return (
      <>
        <Image className="icon" aria-hidden />
        {text || 'Bild'}
      </>
    )
  return text
}

function Delivered({ isRead }: { isRead: boolean }) {
  const label = isRead ? 'Gelesen' : 'Zugestellt'
  const Icon = isRead ? CheckCheck : Check
  return (
    <span title={label}>
      <Icon className="icon" aria-hidden />
      <span className="sr">{label}</span>
    </span>
  )
}
