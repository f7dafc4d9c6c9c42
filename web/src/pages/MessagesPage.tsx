import { conversationNotFound } from '@tonarchiv/contract/chat-refusals'
import type { User } from '@tonarchiv/contract/users'
import SquarePen from 'lucide-react/icons/square-pen'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApiError, textOf } from '#client/api-error.ts'
import { useUser } from '#features/auth/index.ts'
import {
  Conversation,
  ConversationList,
  NewConversation,
  useConversation,
  useConversations,
  useOpenConversation,
} from '#features/conversations/index.ts'
import { ListenAlongButton } from '#features/rooms/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { useRootMark } from '#ui/dom/root-mark.ts'
import styles from './MessagesPage.module.css'

/** `/messages` and `/messages/:id` */
export function MessagesPage() {
  const user = useUser()
  const { id } = useParams()
  usePageTitle('Nachrichten')
  useRootMark('data-page-filled', true)
  if (!user) return null
  return (
    <div className={styles.page} data-fills-page data-view={id === undefined ? 'list' : 'conversation'}>
      <List user={user} id={id} />
      <div className={styles.conversation}>
        {id === undefined ? (
          <EmptyState drawing="speech" title="Kein Gespräch geöffnet" className={styles.none ?? ''}>
            Wähle eines aus der Liste oder schreib jemandem aus deiner Freundesliste.
          </EmptyState>
        ) : (
          <Opened key={id} id={id} user={user} />
        )}
      </div>
    </div>
  )
}

function List({ user, id }: { user: User; id: string | undefined }) {
  const { data, isError, error, refetch } = useConversations()
  const navigate = useNavigate()
  const [isChoosing, setIsChoosing] = useState(false)
  const open = useOpenConversation((opened) => {
    setIsChoosing(false)
    void navigate(`/messages/${opened}`)
  })
  return (
    <section className={styles.list} aria-labelledby="messages-title">
      <header className={styles.head}>
        <h1 id="messages-title">Nachrichten</h1>
        <IconButton label="Neue Nachricht" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          <SquarePen className="icon" aria-hidden />
        </IconButton>
      </header>
      {data ? (
        <ConversationList conversations={data} ownId={user.id} currentId={id} />
      ) : isError ? (
        <Failed text={textOf(error, 'Bitte versuche es später erneut.')} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
      <NewConversation
        open={isChoosing}
        onClose={() => setIsChoosing(false)}
        onChoose={(userId) => open.mutate(userId)}
      />
    </section>
  )
}

function Opened({ id, user }: { id: string; user: User }) {
  const { data, isError, error, refetch } = useConversation(id)
  const navigate = useNavigate()
  // Checked before `data`, because the cache may contain a conversation that the member may not read any more.
  const isGone = error instanceof ApiError && error.is(conversationNotFound)
  if (isGone) return <EmptyState failed title="Gespräch nicht gefunden" className={styles.none ?? ''} />
  if (data)
    return (
      <Conversation
        conversation={data}
        user={user}
        onGone={() => void navigate('/messages', { replace: true })}
        renderListenAlong={(person, isIcon) => <ListenAlongButton {...{ person, isIcon }} />}
      />
    )
  return isError ? (
    <Failed text={textOf(error, 'Bitte versuche es später erneut.')} onRetry={() => void refetch()} />
  ) : null
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <EmptyState
      failed
      title="Nachrichten konnten nicht geladen werden"
      className={styles.none ?? ''}
      action={
        <Button onClick={onRetry}>
          <RefreshCw className="icon icon-small" aria-hidden />
          Erneut versuchen
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output className="sr">Gespräche werden geladen</output>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height="3rem" style={{ borderRadius: 12 }} />
      ))}
    </div>
  )
}
