import type { RoomEvent } from '@tonarchiv/contract/room-events'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Clapperboard from 'lucide-react/icons/clapperboard'
import DoorOpen from 'lucide-react/icons/door-open'
import Headphones from 'lucide-react/icons/headphones'
import ListPlus from 'lucide-react/icons/list-plus'
import ListX from 'lucide-react/icons/list-x'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import SkipForward from 'lucide-react/icons/skip-forward'
import Timer from 'lucide-react/icons/timer'
import Vote from 'lucide-react/icons/vote'
import type { EventLine } from './event-lines.ts'
import styles from './RoomTalk.module.css'

const ICONS: Readonly<Record<RoomEvent['name'], typeof Play>> = {
  joined: LogIn,
  left: LogOut,
  added: ListPlus,
  proposed: ListPlus,
  accepted: ListPlus,
  removed: ListX,
  paused: Pause,
  resumed: Play,
  sought: Timer,
  skipped: SkipForward,
  leads: ChevronUp,
  skipVotes: SkipForward,
  mode: Vote,
  access: DoorOpen,
  renamed: Pencil,
  host: Headphones,
}

/** A line in the conversation about an event of the room. */
export function EventLineRow({ line: { name, text, isVideo } }: { line: EventLine }) {
  const Icon = isVideo ? Clapperboard : ICONS[name]
  return (
    <p className={styles.event}>
      <Icon className="icon" aria-hidden />
      <span dir="auto">{text}</span>
    </p>
  )
}
