import { UNREAD_NOTICES_COUNTED } from '@tonarchiv/contract/notifications'
import BellIcon from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { timeOf } from '#features/chat/index.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { useNoticeCount } from './state/api.ts'
import styles from './Bell.module.css'
import { Inbox } from './inbox/Inbox.tsx'

/** The bell with the number of unread notices. It opens the inbox beside it, and on phones its page. */
export function Bell() {
  const { unread, quietUntil } = useNoticeCount()
  const isPhone = useMediaQuery(PHONE)
  const count = unread >= UNREAD_NOTICES_COUNTED ? '99+' : String(unread)
  const label = [
    'Mitteilungen',
    ...(unread > 0 ? [`${count} ungelesen`] : []),
    ...(quietUntil === null ? [] : [`Ruhezeit bis ${timeOf(quietUntil).replace(/^0/, '')}`]),
  ].join(', ')
  const content = (
    <>
      {quietUntil === null ? (
        <BellIcon className="icon" aria-hidden />
      ) : (
        <BellOff className="icon" aria-hidden />
      )}
      {unread > 0 && (
        <CountBadge className={styles.count} aria-hidden>
          {count}
        </CountBadge>
      )}
    </>
  )
  return isPhone ? (
    <BellToPage label={label} content={content} />
  ) : (
    <BellWithInbox label={label} content={content} />
  )
}

interface BellProps {
  label: string
  content: React.ReactNode
}

function BellToPage({ label, content }: BellProps) {
  const navigate = useNavigate()
  return (
    <IconButton className={styles.bell} label={label} onClick={() => void navigate('/inbox')}>
      {content}
    </IconButton>
  )
}

function BellWithInbox({ label, content }: BellProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const popover = useRef<HTMLDialogElement>(null)
  return (
    <>
      <IconButton
        className={classNames(styles.bell, isOpen && styles.open)}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {content}
      </IconButton>
      <Surface
        as="dialog"
        kind="floating"
        ref={popover}
        id={id}
        popover="auto"
        aria-label="Mitteilungen"
        className={styles.popover}
        onToggle={(event: React.ToggleEvent<HTMLDialogElement>) => {
          if (event.target === event.currentTarget) setIsOpen(event.newState === 'open')
        }}
      >
        {isOpen && <Inbox place="popover" onLeave={() => popover.current?.hidePopover()} />}
      </Surface>
    </>
  )
}
