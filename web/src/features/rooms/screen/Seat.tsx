import type { RoomPerson, RoomState } from '@tonarchiv/contract/rooms'
import { shownName } from '@tonarchiv/contract/presence'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import VolumeX from 'lucide-react/icons/volume-x'
import { imageUrl } from '#client/media.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { callNameOf } from '../parts/wording.ts'
import { PersonMenu } from './PersonMenu.tsx'
import styles from './RoomPeople.module.css'
import { seatText } from './seats.ts'

interface SeatProps {
  person: RoomPerson
  state: RoomState
  ownId: string
  canMakeHost: boolean
  onProfile: (userId: string) => void
}

/** A member in the room: portrait, name, and the role or the state of the sound. Other members have a menu. */
export function Seat({ person, state, ownId, canMakeHost, onProfile }: SeatProps) {
  const { short, long } = seatText(person, state, ownId)
  const isHost = person.id === state.hostId
  const label = [shownName(person), long].filter((part) => part !== '').join(', ')
  const look = classNames(styles.seat, isHost && styles.host, person.sound === 'away' && styles.away)
  const content = (
    <>
      <span className={styles.portrait}>
        <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={48} />
        <Badge sound={person.sound} />
      </span>
      <span className={styles.names}>
        <span className={styles.name} dir="auto">
          {callNameOf(person)}
        </span>{' '}
        <span className={styles.below}>{short}</span>
      </span>
    </>
  )
  if (person.id === ownId)
    return (
      <div className={look}>
        {content}
        {/* Screen readers also get the long text, because the visible text is shortened. */}
        <span className="sr">{long}</span>
      </div>
    )
  return <PersonMenu {...{ person, label, canMakeHost, onProfile }} className={look} trigger={content} />
}

function Badge({ sound }: Pick<RoomPerson, 'sound'>) {
  if (sound === 'off')
    return (
      <span className={styles.badge} aria-hidden>
        <VolumeX />
      </span>
    )
  if (sound === 'locked')
    return (
      <span className={classNames(styles.badge, styles.paper)} aria-hidden>
        <LockKeyhole />
      </span>
    )
  return null
}
