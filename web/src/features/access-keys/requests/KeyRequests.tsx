import type { KeyRequest } from '@tonarchiv/contract/key-requests'
import { shownName } from '@tonarchiv/contract/presence'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { socket } from '#realtime/socket-instance.ts'
import { formatAgo, formatDate, formatNumber } from '#format.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { DataCell, DataRow, DataTable } from '#ui/components/content/DataTable.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useFocusOnNextEntry } from '#ui/hooks/use-restored-focus.ts'
import styles from './KeyRequests.module.css'
import { requestsQuery, useAnswerRequest } from './key-request-api.ts'

/** The list of members who have requested a key. An admin grants a request with one press. */
export function KeyRequests() {
  const { data } = useQuery(requestsQuery)
  const cache = useQueryClient()
  const region = useRef<HTMLDivElement>(null)
  useFocusOnNextEntry(region)
  useEffect(() => socket.on('keyRequests', () => void cache.invalidateQueries(requestsQuery)), [cache])
  return <div ref={region}>{data !== undefined && data.requests.length > 0 && <List {...data} />}</div>
}

interface ListProps {
  requests: readonly KeyRequest[]
  total: number
}

function List({ requests, total }: ListProps) {
  const answer = useAnswerRequest()
  return (
    <section aria-label="Anfragen" className={styles.requests}>
      <h2>
        Anfragen <Text tone="muted">{formatNumber(total)}</Text>
      </h2>
      <DataTable
        label="Anfragen nach einem Schlüssel"
        columns={['Mitglied', 'Beigetreten', 'Angefragt', 'Aktionen']}
      >
        {requests.map((request) => (
          <RequestRow
            key={request.user.id}
            request={request}
            isBusy={answer.isPending && answer.variables.request.user.id === request.user.id}
            onAnswer={(isGranted) => answer.mutate({ request, isGranted })}
          />
        ))}
      </DataTable>
    </section>
  )
}

interface RequestRowProps {
  request: KeyRequest
  isBusy: boolean
  onAnswer: (isGranted: boolean) => void
}

function RequestRow({ request: { user, joinedAt, createdAt }, isBusy, onAnswer }: RequestRowProps) {
  const name = shownName(user)
  const [now] = useState(Date.now)
  return (
    <DataRow>
      <DataCell>
        <span className={styles.member}>
          <Avatar src={user.photoURL && imageUrl(user.photoURL)} size={36} />
          <span>
            <strong dir="auto">{name}</strong>
            {name !== user.username && <Text tone="muted"> @{user.username}</Text>}
          </span>
        </span>
      </DataCell>
      <DataCell label="Beigetreten">
        <Text tone="muted">{formatDate(joinedAt)}</Text>
      </DataCell>
      <DataCell label="Angefragt">
        <Text tone="muted">{formatAgo(createdAt, now)}</Text>
      </DataCell>
      <DataCell isAction>
        <span className={styles.actions}>
          <Button
            small
            kind="ghost"
            aria-label={`Anfrage von ${name} ablehnen`}
            onClick={() => onAnswer(false)}
          >
            Ablehnen
          </Button>
          <Button
            small
            kind="tint"
            busy={isBusy}
            aria-label={`${name} einen Schlüssel geben`}
            onClick={() => onAnswer(true)}
          >
            Schlüssel geben
          </Button>
        </span>
      </DataCell>
    </DataRow>
  )
}
