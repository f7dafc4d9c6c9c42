import type { FriendRequest } from '@tonarchiv/contract/friends'
import Clock3 from 'lucide-react/icons/clock-3'
import { useRef, type ReactNode } from 'react'
import { AdminMark, PortraitButton, useDistinctName } from '#features/presence/index.ts'
import { formatNumber } from '#format.ts'
import { shownName } from '@tonarchiv/contract/presence'
import { Button } from '#ui/components/controls/Button.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useFocusOnNextEntry } from '#ui/hooks/use-restored-focus.ts'
import { useAcceptRequest, useRejectRequest, useWithdrawRequest } from './api.ts'
import styles from './Friends.module.css'

interface RequestsProps {
  received: readonly FriendRequest[]
  sent: readonly FriendRequest[]
}

/** The received and the sent friend requests that were not answered yet. */
export function FriendRequests({ received, sent }: RequestsProps) {
  const region = useRef<HTMLDivElement>(null)
  useFocusOnNextEntry(region)
  return (
    <div ref={region} className={styles.requests}>
      {received.length > 0 && (
        <Requests title="Anfragen" count={received.length}>
          {received.map((request) => (
            <Received key={request.id} request={request} />
          ))}
        </Requests>
      )}
      {sent.length > 0 && (
        <Requests title="Gesendet" count={sent.length}>
          {sent.map((request) => (
            <Sent key={request.id} request={request} />
          ))}
        </Requests>
      )}
    </div>
  )
}

function Requests({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>
        {title} <span className={styles.count}>{formatNumber(count)}</span>
      </h2>
      <Surface as="ul" padding="rows">
        {children}
      </Surface>
    </section>
  )
}

function Person({ person }: { person: FriendRequest['fromUser'] }) {
  const name = useDistinctName(person)
  return (
    <>
      <PortraitButton person={person} size={40} className={styles.portrait} />
      <span className={classNames(styles.named, styles.name)}>
        <Text as="strong" truncate title={`@${person.username}`}>
          {name}
        </Text>
        <AdminMark userId={person.id} />
      </span>
    </>
  )
}

function Received({ request }: { request: FriendRequest }) {
  const accept = useAcceptRequest()
  const reject = useRejectRequest()
  const name = shownName(request.fromUser)
  return (
    <li className={styles.request}>
      <Person person={request.fromUser} />
      <span className={styles.answers}>
        <Button
          kind="tint"
          small
          busy={accept.isPending}
          aria-label={`Annehmen: Anfrage von ${name}`}
          onClick={() => accept.mutate(request.id)}
        >
          Annehmen
        </Button>
        <Button
          small
          busy={reject.isPending}
          aria-label={`Ablehnen: Anfrage von ${name}`}
          onClick={() => reject.mutate(request.id)}
        >
          Ablehnen
        </Button>
      </span>
    </li>
  )
}

function Sent({ request }: { request: FriendRequest }) {
  const withdraw = useWithdrawRequest()
  return (
    <li className={styles.request}>
      <Person person={request.toUser} />
      <Text size="sm" tone="muted" className={styles.waiting}>
        <Clock3 className="icon icon-small" aria-hidden />
        Wartet auf Antwort
      </Text>
      <Button
        kind="ghost"
        small
        busy={withdraw.isPending}
        aria-label={`Zurückziehen: Anfrage an ${shownName(request.toUser)}`}
        onClick={() => withdraw.mutate(request.id)}
      >
        Zurückziehen
      </Button>
    </li>
  )
}
