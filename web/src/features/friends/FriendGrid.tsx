import type { Friend } from '@tonarchiv/contract/friends'
import { shownName } from '@tonarchiv/contract/presence'
import MessageCircle from 'lucide-react/icons/message-circle'
import UserMinus from 'lucide-react/icons/user-minus'
import { memo, useState } from 'react'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { formatNumber } from '#format.ts'
import { AdminMark, PersonAvatar, useDistinctName, useOnlineUser } from '#features/presence/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useRemoveFriend } from './api.ts'
import { friendStatus } from './friend-lists.ts'
import styles from './Friends.module.css'

interface FriendGridProps {
  friends: readonly Friend[]
  /** Opens the conversation with this member. */
  onMessage: (userId: string) => void
  onProfile: (userId: string) => void
}

/** The friends with their activity. Each has a button that opens the chat and one that ends the friendship. */
export function FriendGrid({ friends, onMessage, onProfile }: FriendGridProps) {
  const [leaving, setLeaving] = useState<Friend>()
  const remove = useRemoveFriend()
  return (
    <section aria-label="Meine Freunde">
      <h2 className={styles.title}>
        Meine Freunde <span className={styles.count}>{formatNumber(friends.length)}</span>
      </h2>
      <ul className={styles.grid}>
        {friends.map((friend) => (
          <FriendCard key={friend.id} {...{ friend, onMessage, onProfile }} onRemove={setLeaving} />
        ))}
      </ul>
      <ConfirmDialogAbout
        subject={leaving}
        title="Freund entfernen"
        confirm="Entfernen"
        busy={remove.isPending}
        onCancel={() => setLeaving(undefined)}
        onConfirm={({ id }) => remove.mutate(id, { onSettled: () => setLeaving(undefined) })}
      >
        {(friend) => (
          <>
            Möchtest du <strong className={styles.leaving}>{shownName(friend)}</strong> wirklich aus deinen
            Freunden entfernen?
          </>
        )}
      </ConfirmDialogAbout>
    </section>
  )
}

interface FriendCardProps extends Omit<FriendGridProps, 'friends'> {
  friend: Friend
  onRemove: (friend: Friend) => void
}

const FriendCard = memo(function FriendCard({ friend, onMessage, onProfile, onRemove }: FriendCardProps) {
  // The realtime connection reports the present activity of the friend.
  const live = useOnlineUser(friend.id) ?? friend
  const isLost = useIsDisconnected()
  const name = useDistinctName(friend)
  const status = isLost ? 'Nicht verbunden' : friendStatus(live)
  return (
    <Surface as="li" className={styles.friend}>
      <button
        type="button"
        className={styles.face}
        aria-label={`Profil von ${name} öffnen${isLost ? '' : live.isOnline ? ', online' : ', offline'}`}
        onClick={() => onProfile(friend.id)}
      >
        <PersonAvatar
          photoURL={live.photoURL}
          isOnline={live.isOnline}
          size={48}
          className={styles.picture}
        />
      </button>
      <div className={styles.who}>
        <p className={styles.named}>
          <Text as="strong" truncate title={`@${friend.username}`}>
            {name}
          </Text>
          <AdminMark userId={friend.id} />
        </p>
        <Text as="p" size="sm" tone="muted" truncate title={status}>
          {status}
        </Text>
      </div>
      <Button
        small
        className={styles.message}
        aria-label={`Nachricht an ${name}`}
        onClick={() => onMessage(friend.id)}
      >
        <MessageCircle className="icon icon-small" aria-hidden />
        <span>Nachricht</span>
      </Button>
      <IconButton label={`${name} entfernen`} className={styles.remove} onClick={() => onRemove(friend)}>
        <UserMinus className="icon icon-small" aria-hidden />
      </IconButton>
    </Surface>
  )
})
