import type { Notice } from '@tonarchiv/contract/notifications'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import CheckCheck from 'lucide-react/icons/check-check'
import Settings2 from 'lucide-react/icons/settings-2'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { type InboxFilter, useNoticeCount, useReadAllNotices, useReadNotice } from '../state/api.ts'
import { ChatMute } from './ChatMute.tsx'
import styles from './Inbox.module.css'
import { NoticeList } from './NoticeList.tsx'

interface InboxProps {
  /** Where the inbox is displayed: in a popover beside the bell, or as a page of its own. */
  place: 'popover' | 'page'
  /** Called when the member goes to another page. */
  onLeave?: () => void
  /** Goes back; only on the page. */
  onBack?: () => void
}

/**
 * The inbox: its head with the filter, and the notices. Opening the inbox marks nothing as read; opening a notice marks
 * that one.
 */
export function Inbox({ place, onLeave, onBack }: InboxProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const [filter, setFilter] = useState<InboxFilter>('all')
  const { unread } = useNoticeCount()
  const read = useReadNotice()
  const readAll = useReadAllNotices()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const openSettings = () => {
    onLeave?.()
    void navigate('/settings?tab=notifications')
  }
  const open = (notice: Notice) => {
    if (notice.isUnread) read.mutate(notice)
    onLeave?.()
  }
  const Heading = place === 'page' ? 'h1' : 'h2'
  return (
    <section className={classNames(styles.inbox, styles[place])} aria-labelledby={titleId}>
      <header className={styles.head}>
        {onBack && (
          <IconButton label="Zurück" onClick={onBack}>
            <ArrowLeft className="icon" aria-hidden />
          </IconButton>
        )}
        <Heading id={titleId} ref={heading} tabIndex={-1}>
          Mitteilungen
        </Heading>
        <div className={styles.tools}>
          <IconButton
            label="Alle als gelesen markieren"
            aria-disabled={unread === 0}
            onClick={() => readAll.mutate()}
          >
            <CheckCheck className="icon" aria-hidden />
          </IconButton>
          <IconButton label="Mitteilungen einstellen" onClick={openSettings}>
            <Settings2 className="icon" aria-hidden />
          </IconButton>
        </div>
      </header>
      <div className={styles.filter}>
        <ToggleGroup
          label="Filter"
          value={filter}
          options={[
            { value: 'all', label: 'Alle' },
            { value: 'unread', label: unread === 0 ? 'Ungelesen' : `Ungelesen ${unread}` },
          ]}
          onChange={setFilter}
        />
        <ChatMute />
      </div>
      <NoticeList key={filter} filter={filter} heading={heading} onOpen={open} onChoose={openSettings} />
    </section>
  )
}
