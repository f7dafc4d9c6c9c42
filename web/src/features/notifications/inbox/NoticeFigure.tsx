import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Notice } from '@tonarchiv/contract/notifications'
import AtSign from 'lucide-react/icons/at-sign'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleSlash2 from 'lucide-react/icons/circle-slash-2'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Disc3 from 'lucide-react/icons/disc-3'
import Headphones from 'lucide-react/icons/headphones'
import KeyRound from 'lucide-react/icons/key-round'
import ListMusic from 'lucide-react/icons/list-music'
import Mail from 'lucide-react/icons/mail'
import Reply from 'lucide-react/icons/reply'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Smile from 'lucide-react/icons/smile'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import styles from './NoticeFigure.module.css'

const ICONS: Record<NoticeKind, typeof AtSign> = {
  friendRequest: UserRoundPlus,
  friendAccepted: UserRoundCheck,
  invitationAccepted: KeyRound,
  directMessage: Mail,
  mention: AtSign,
  reply: Reply,
  reaction: Smile,
  roomInvitation: Headphones,
  playlistInvitation: ListMusic,
  newAlbums: Disc3,
  newVideos: Clapperboard,
  premiereSoon: CalendarClock,
  premiereOpen: CalendarClock,
  premiereMoved: CalendarClock,
  premiereCancelled: CalendarClock,
  accessEnding: KeyRound,
  security: ShieldCheck,
}

/** Kinds whose pictures need no additional sign. */
const WITHOUT_SIGN = new Set<NoticeKind>(['newAlbums', 'newVideos'])
/** Kinds whose album is wrapped in paper when its cover is not shown. */
const WRAPPED = new Set<NoticeKind>(['premiereSoon', 'premiereMoved'])

/** The picture of a notice: portraits, covers or an icon, with a sign of its kind. */
export function NoticeFigure({ notice }: { notice: Notice }) {
  const { kind, people, covers, action } = notice
  const isAccepted = kind === 'friendRequest' && action === null
  const Icon = isAccepted ? UserRoundCheck : ICONS[kind]
  const picture = pictureOf(notice)
  if (picture === undefined) {
    const Alone = isGone(notice) ? CircleSlash2 : Icon
    return (
      <span className={styles.figure}>
        <span className={styles.alone}>
          <Alone className="icon" aria-hidden />
        </span>
      </span>
    )
  }
  const isGroup = people.length > 1 || covers.length > 1
  return (
    <span className={styles.figure}>
      {picture}
      {!isGroup && !WITHOUT_SIGN.has(kind) && (
        <span className={styles.sign}>
          <Icon className="icon" aria-hidden />
        </span>
      )}
    </span>
  )
}

function pictureOf({ kind, people, covers }: Notice) {
  const [cover] = covers
  if (covers.length > 1)
    return (
      <span className={styles.fan}>
        {covers.map((src) => (
          <Cover key={src} src={src} size={32} fixed />
        ))}
      </span>
    )
  if (cover !== undefined) return <Cover src={cover} size={40} fixed />
  const [person] = people
  if (people.length > 1)
    return (
      <span className={styles.faces}>
        {people.map(({ id, photoURL }) => (
          <Avatar key={id} src={photoURL} size={24} />
        ))}
      </span>
    )
  if (person !== undefined) return <Avatar src={person.photoURL} size={40} />
  return WRAPPED.has(kind) ? <span className={styles.wrapped} aria-hidden /> : undefined
}

/** Whether what the notice was about was deleted. */
function isGone({ path, kind }: Notice): boolean {
  return path === null && kind !== 'premiereCancelled'
}
