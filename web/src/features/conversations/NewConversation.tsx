import type { Friend } from '@tonarchiv/contract/friends'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useFriends } from '#features/friends/index.ts'
import { AdminMark, PersonAvatar, useDistinctName, useOnlineUser } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import styles from './Conversations.module.css'

interface NewConversationProps {
  open: boolean
  onClose: () => void
  onChoose: (userId: string) => void
}

/** „Neue Nachricht“: the friends to choose from. */
export function NewConversation({ open, onClose, onChoose }: NewConversationProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Neue Nachricht">
      {open && <FriendChoice onChoose={onChoose} />}
    </Dialog>
  )
}

/** The friends, with a search by name. */
export function FriendChoice({ onChoose }: Pick<NewConversationProps, 'onChoose'>) {
  const { data, isError } = useFriends()
  const [text, setText] = useState('')
  if (!data)
    return isError ? (
      <Text as="p" tone="muted">
        Freunde konnten nicht geladen werden
      </Text>
    ) : (
      <Skeleton height="8rem" />
    )
  const wanted = text.trim().toLocaleLowerCase('de')
  const found = data.friends.filter((friend) =>
    `${friend.username}\n${friend.displayName}`.toLocaleLowerCase('de').includes(wanted),
  )
  return (
    <div className={styles.choice}>
      <TextField
        label="Freund suchen"
        labelHidden
        type="search"
        placeholder="Freund suchen"
        autoComplete="off"
        maxLength={100}
        icon={<Search className="icon" aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {found.length === 0 ? (
        <Text as="output" tone="muted">
          {data.friends.length === 0 ? 'Noch keine Freunde' : 'Niemand gefunden'}
        </Text>
      ) : (
        <ul className={styles.friends}>
          {found.map((friend) => (
            <li key={friend.id}>
              <FriendButton friend={friend} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function FriendButton({ friend, onChoose }: { friend: Friend } & Pick<NewConversationProps, 'onChoose'>) {
  const live = useOnlineUser(friend.id) ?? friend
  const name = useDistinctName(friend)
  return (
    <button type="button" className={styles.friend} onClick={() => onChoose(friend.id)}>
      <PersonAvatar photoURL={live.photoURL} isOnline={live.isOnline} size={36} />
      <Text truncate weight="medium" dir="auto">
        {name}
      </Text>
      <AdminMark userId={friend.id} />
    </button>
  )
}
