import { shownName, type Person } from '@tonarchiv/contract/presence'
import Search from 'lucide-react/icons/search'
import { useRef, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { useFriends } from '#features/friends/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { callNameOf } from '../parts/wording.ts'
import { FriendList } from './FriendList.tsx'
import styles from './Inviting.module.css'

/** Number of friends that are offered at once; all others are behind the button „Andere…“. */
const OFFERED = 3
/** Maximum number of friends that are invited when a room is opened. */
const INVITED_MAX = 20

interface InviteChoiceProps {
  /** The ids of the chosen friends. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** „Einladen“: the friends who are invited to a new room. Renders nothing for a member without friends. */
export function InviteChoice({ chosen, onChange }: InviteChoiceProps) {
  const friends = useFriends().data?.friends ?? []
  const [isChoosing, setIsChoosing] = useState(false)
  const others = useRef<HTMLButtonElement>(null)
  if (friends.length === 0) return null
  const online = friends.toSorted((one, other) => Number(other.isOnline) - Number(one.isOnline))
  const isChosen = ({ id }: Person) => chosen.includes(id)
  const offered = online.filter((friend, place) => place < OFFERED || isChosen(friend))
  const rest = friends.filter((friend) => !offered.includes(friend))
  const isFull = chosen.length >= INVITED_MAX
  return (
    <fieldset className={styles.field}>
      <legend>
        Einladen <span className={styles.optional}>(freiwillig)</span>
      </legend>
      <div className={styles.chips}>
        {offered.map((friend) => (
          <button
            key={friend.id}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen(friend)}
            aria-label={shownName(friend)}
            title={shownName(friend)}
            aria-disabled={(isFull && !isChosen(friend)) || undefined}
            onClick={() => {
              if (isChosen(friend)) onChange(chosen.filter((id) => id !== friend.id))
              else if (!isFull) onChange([...chosen, friend.id])
            }}
          >
            <Avatar src={friend.photoURL && imageUrl(friend.photoURL)} size={24} />
            <span className="truncate" dir="auto">
              {callNameOf(friend)}
            </span>
          </button>
        ))}
        {(rest.length > 0 || isChoosing) && (
          <button
            ref={others}
            type="button"
            className={styles.chip}
            aria-expanded={isChoosing}
            onClick={() => setIsChoosing(!isChoosing)}
          >
            <Search className="icon icon-small" aria-hidden />
            Andere…
          </button>
        )}
      </div>
      {isFull && (
        <Text as="output" size="sm" tone="muted">
          {`Mehr als ${INVITED_MAX} auf einmal kannst du nicht einladen.`}
        </Text>
      )}
      {isChoosing && (
        <FriendList
          friends={rest}
          renderAction={(friend) => (
            <Button
              small
              aria-label={`${shownName(friend)} auswählen`}
              aria-disabled={isFull || undefined}
              onClick={() => {
                if (isFull) return
                // The row disappears, so the focus moves to the button that has opened the list.
                others.current?.focus()
                onChange([...chosen, friend.id])
              }}
            >
              Auswählen
            </Button>
          )}
        />
      )}
    </fieldset>
  )
}
