import type { PremiereNotice } from '@tonarchiv/contract/premieres'
import BellRing from 'lucide-react/icons/bell-ring'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarX from 'lucide-react/icons/calendar-x'
import { Link } from 'react-router'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { useCloseNotice, usePremieres } from '../calls/api.ts'
import { momentText } from '../time/wording.ts'
import styles from './PremiereNotices.module.css'

const ICONS = { moved: CalendarClock, cancelled: CalendarX, open: BellRing } as const

/** Notices about premieres for a member who has subscribed to them. Each is shown until it is closed. */
export function PremiereNotices() {
  const notices = usePremieres().data?.notices ?? []
  const { mutate } = useCloseNotice()
  if (notices.length === 0) return null
  return (
    <section className={styles.notices} aria-label="Premieren">
      {notices.map((notice) => {
        const Icon = ICONS[notice.kind]
        return (
          <NoticeBox
            key={notice.albumId}
            icon={<Icon className="icon" aria-hidden />}
            actions={
              notice.kind === 'open' && (
                <Link
                  to={`/premieres/${notice.albumId}`}
                  className={buttonClass({ kind: 'primary', small: true })}
                >
                  Dazukommen
                </Link>
              )
            }
            onClose={() => mutate(notice)}
          >
            <NoticeText notice={notice} />
          </NoticeBox>
        )
      })}
    </section>
  )
}

function NoticeText({ notice: { kind, title, opensAt } }: { notice: PremiereNotice }) {
  if (kind === 'cancelled') return `Die Premiere von „${title}“ ist abgesagt.`
  if (kind === 'open') return `Die Türen von „${title}“ sind offen.`
  return (
    <>
      {`„${title}“ ist verschoben auf `}
      <b>{opensAt !== null && momentText(opensAt)}</b>.
    </>
  )
}
