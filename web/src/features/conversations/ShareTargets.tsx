import { shownName, type Person } from '@tonarchiv/contract/presence'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useId, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { useFriends } from '#features/friends/index.ts'
import type { ShareTarget } from '#features/moments/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { useConversations } from './api.ts'
import { FriendChoice } from './NewConversation.tsx'
import styles from './ShareTargets.module.css'

/** Number of friends that are offered at once; all others are behind the button „Andere…“. */
const OFFERED = 3

interface ShareTargetsProps {
  target: ShareTarget
  onChange: (target: ShareTarget) => void
}

/** „Teilen mit“: the chat room, or a friend. */
export function ShareTargets({ target, onChange }: ShareTargetsProps) {
  const { data } = useFriends()
  const { data: conversations = [] } = useConversations()
  const [isChoosing, setIsChoosing] = useState(false)
  const name = useId()
  const friends = data?.friends ?? []
  if (friends.length === 0) return null
  const offered = offeredOf(friends, conversations, target)
  return (
    <fieldset className={styles.field}>
      <legend>Teilen mit</legend>
      <div className={styles.targets}>
        <label className={styles.target}>
          <input
            type="radio"
            name={name}
            checked={target === undefined}
            onChange={() => onChange(undefined)}
          />
          <MessagesSquare className="icon icon-small" aria-hidden />
          Chat Room
        </label>
        {offered.map((person) => (
          <label key={person.id} className={styles.target}>
            <input
              type="radio"
              name={name}
              checked={person.id === target?.id}
              onChange={() => onChange(person)}
            />
            <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={24} />
            <span className="truncate" dir="auto">
              {shownName(person)}
            </span>
          </label>
        ))}
        {friends.length > OFFERED && (
          <button
            type="button"
            className={styles.target}
            aria-expanded={isChoosing}
            onClick={() => setIsChoosing(!isChoosing)}
          >
            Andere…
          </button>
        )}
      </div>
      {isChoosing && (
        <FriendChoice
          onChoose={(id) => {
            setIsChoosing(false)
            onChange(friends.find((friend) => friend.id === id))
          }}
        />
      )}
    </fieldset>
  )
}

/** The friends to offer: those with the newest messages first, and the chosen one. */
function offeredOf(
  friends: readonly Person[],
  conversations: readonly { person: Person }[],
  target: ShareTarget,
): readonly Person[] {
  const lastWritten = conversations.map(({ person }) => person.id)
  const place = ({ id }: Person) => (lastWritten.includes(id) ? lastWritten.indexOf(id) : lastWritten.length)
  const first = friends.toSorted((one, other) => place(one) - place(other)).slice(0, OFFERED)
  return target === undefined || first.some(({ id }) => id === target.id) ? first : [...first, target]
}
