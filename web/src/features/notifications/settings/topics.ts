import type { NoticeTopic } from '@tonarchiv/contract/notification-settings'
import AtSign from 'lucide-react/icons/at-sign'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Disc3 from 'lucide-react/icons/disc-3'
import Headphones from 'lucide-react/icons/headphones'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Smile from 'lucide-react/icons/smile'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'

interface Topic {
  topic: NoticeTopic
  label: string
  hint?: string
  Icon: typeof Mail
}

/** The rows of the table of topics, in groups. */
export const GROUPS: readonly { title: string; topics: readonly Topic[] }[] = [
  {
    title: 'Menschen',
    topics: [
      { topic: 'directMessages', label: 'Direktnachrichten', Icon: Mail },
      { topic: 'mentions', label: 'Erwähnungen und Antworten', Icon: AtSign },
      { topic: 'reactions', label: 'Reaktionen', hint: 'zusammengefasst', Icon: Smile },
      { topic: 'friends', label: 'Freundschaften', hint: 'Anfragen und Zusagen', Icon: UserRoundPlus },
      { topic: 'invitations', label: 'Einladungen', hint: 'Hörraum, Playlist', Icon: Headphones },
    ],
  },
  {
    title: 'Archiv',
    topics: [
      { topic: 'archive', label: 'Neue Alben und Videos', hint: 'höchstens einmal am Tag', Icon: Disc3 },
      {
        topic: 'premieres',
        label: 'Premieren',
        hint: 'eine Stunde vorher und zur Minute',
        Icon: CalendarClock,
      },
    ],
  },
  {
    title: 'Account',
    topics: [
      { topic: 'access', label: 'Dein Zugang', hint: '7 Tage und 1 Tag vor dem Ende', Icon: KeyRound },
      { topic: 'security', label: 'Sicherheit', hint: 'Passkeys, Passwort, neue Geräte', Icon: ShieldCheck },
    ],
  },
]

export const CHANNELS = [
  { channel: 'here', label: 'Hier', missing: 'kommt nicht hier' },
  { channel: 'push', label: 'Push', missing: 'kommt nicht als Push' },
  { channel: 'mail', label: 'E-Mail', missing: 'kommt nicht als Mail' },
] as const
