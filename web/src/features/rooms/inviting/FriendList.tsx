import { shownName, type Person } from '@tonarchiv/contract/presence'
import Search from 'lucide-react/icons/search'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import styles from './Inviting.module.css'

interface FriendListProps {
  friends: readonly Person[]
  /** The button at the end of a friend's row. */
  renderAction: (friend: Person) => ReactNode
}

const folded = (text: string) => text.toLocaleLowerCase('de')

/** Friends with a search by name. */
export function FriendList({ friends, renderAction }: FriendListProps) {
  const [typed, setTyped] = useState('')
  const text = folded(typed.trim())
  const found = friends.filter((friend) => folded(`${friend.username}\n${friend.displayName}`).includes(text))
  return (
    <div className={styles.choice}>
      <TextField
        label="Freund suchen"
        labelHidden
        type="search"
        placeholder="Freund suchen"
        autoComplete="off"
        data-autofocus
        maxLength={100}
        icon={<Search className="icon" aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // Inside a form, Enter would send the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {found.length === 0 && (
        <Text as="output" tone="muted">
          Niemand gefunden
        </Text>
      )}
      <ul className={styles.friends}>
        {found.map((friend) => (
          <li key={friend.id} className={styles.friend}>
            <Avatar src={friend.photoURL && imageUrl(friend.photoURL)} size={36} />
            <Text truncate weight="medium" dir="auto">
              {shownName(friend)}
            </Text>
            <span className={styles.action}>{renderAction(friend)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
