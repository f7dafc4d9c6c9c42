import type { Person } from '@tonarchiv/contract/presence'
import Check from 'lucide-react/icons/check'
import UserPlus from 'lucide-react/icons/user-plus'
import { useRef } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { useAcceptRequest, useRequestFriend } from './api.ts'
import { standing } from './friend-lists.ts'
import styles from './Friends.module.css'
import { useFriends } from './queries.ts'

/** The button that sends a member a friend request, or accepts theirs; otherwise a text about how both are related. */
export function FriendAction({ personId }: { personId: Person['id'] }) {
  const region = useRef<HTMLSpanElement>(null)
  useRestoredFocus(region, () => region.current?.querySelector<HTMLElement>('[tabindex]'))
  return (
    <span ref={region} className={styles.standing}>
      <Standing personId={personId} />
    </span>
  )
}

function Standing({ personId }: { personId: Person['id'] }) {
  const { data } = useFriends()
  const request = useRequestFriend()
  const accept = useAcceptRequest()
  if (data === undefined) return null
  const { relation, requestId } = standing({ id: personId, relation: 'none', requestId: null }, data)
  if (relation === 'none') {
    return (
      <Button kind="primary" busy={request.isPending} onClick={() => request.mutate(personId)}>
        <UserPlus className="icon icon-small" aria-hidden />
        Freund hinzufügen
      </Button>
    )
  }
  if (relation === 'received') {
    return (
      <Button
        kind="primary"
        busy={accept.isPending}
        onClick={() => requestId !== null && accept.mutate(requestId)}
      >
        <Check className="icon icon-small" aria-hidden />
        Anfrage annehmen
      </Button>
    )
  }
  return (
    <Text size="md" tone="muted" className={styles.relation} tabIndex={-1}>
      {relation === 'friend' ? 'Ihr seid befreundet' : 'Anfrage gesendet, wartet auf Antwort'}
    </Text>
  )
}
