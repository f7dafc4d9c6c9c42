import type { ContextMessage, ReportedMessage } from '@tonarchiv/contract/chat-order'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Ban from 'lucide-react/icons/ban'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import MicOff from 'lucide-react/icons/mic-off'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { PersonName, PortraitButton, useDistinctName } from '#features/presence/index.ts'
import { formatAgo, formatDate, formatNumber } from '#format.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { timeOf } from '../messages/days.ts'
import { reasonText } from './wording.ts'
import styles from './Reports.module.css'

interface ReportRowProps {
  message: ReportedMessage
  onDelete: () => void
  onMute: () => void
  onBan: () => void
  onClose: () => void
}

/** A reported message; opened, it shows the messages around it and what can be done. */
export function ReportRow({ message, ...acts }: ReportRowProps) {
  const { author, reports } = message
  const [isOpen, setIsOpen] = useState(false)
  const [now] = useState(Date.now)
  const id = useId()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const name = useDistinctName(author)
  const reasons = [...new Set(reports.map(({ reason }) => reasonText(reason)))]
  return (
    <li className={styles.report}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.place} />
        <span className={styles.stack}>
          <b dir="auto">{name}</b>
          <span className={styles.muted} dir="auto">
            {textOf(message)}
          </span>
        </span>
        <span className={classNames(styles.stack, styles.reason)}>
          <span>{reasons.join(', ')}</span>
          <small className={styles.muted}>gemeldet von {namesOf(reports)}</small>
        </span>
        <small className={classNames(styles.muted, styles.when)}>
          {formatAgo(reports[0]?.createdAt ?? message.createdAt, now)}
        </small>
        <Chevron className="icon" aria-hidden />
      </button>
      <PortraitButton person={author} size={36} className={styles.portrait} />
      {isOpen && (
        <div className={styles.body} id={id}>
          <Context message={message} />
          <ReportDetails message={message} />
          <Acts message={message} {...acts} />
        </div>
      )}
    </li>
  )
}

/** The id of a member; null if the account was deleted. */
const accountOf = ({ id, username }: Person) => (username === '' ? null : id)

function namesOf(reports: ReportedMessage['reports']): string {
  return new Intl.ListFormat('de').format(reports.map(({ by }) => shownName(by)))
}

const MEDIA_TEXT: Readonly<Record<string, string>> = { image: 'Bild', voice: 'Sprachnachricht' }

function textOf({ content, mediaType }: Pick<ContextMessage, 'content' | 'mediaType'>): string {
  return content === '' ? (MEDIA_TEXT[mediaType ?? ''] ?? '') : content
}

function Context({ message: { id, context, isDeleted } }: { message: ReportedMessage }) {
  return (
    <>
      {context.length > 0 && (
        <ol className={styles.context} aria-label="Zusammenhang im Chat Room">
          {context.map((each) => (
            <li key={each.id} data-hit={each.id === id || undefined}>
              <time dateTime={each.createdAt}>{timeOf(each.createdAt)}</time>
              <PersonName {...each.author} id={accountOf(each.author)} />
              <span dir="auto">{textOf(each)}</span>
            </li>
          ))}
        </ol>
      )}
      {isDeleted && <p className={styles.muted}>Die Nachricht ist inzwischen gelöscht.</p>}
    </>
  )
}

function ReportDetails({ message: { author, reports, earlier, closed } }: { message: ReportedMessage }) {
  const [now] = useState(Date.now)
  return (
    <div className={styles.details}>
      <DetailList>
        <Detail name="Gemeldet von">
          <span className={styles.reporters}>
            {reports.map(({ by }) => (
              <PersonName key={by.id} {...by} id={accountOf(by)} />
            ))}
          </span>
        </Detail>
        {reports
          .filter(({ note }) => note !== '')
          .map(({ by, note }) => (
            <Detail key={by.id} name={`Anmerkung von ${shownName(by)}`}>
              „{note}“
            </Detail>
          ))}
        <Detail name={`Frühere Meldungen gegen ${shownName(author)}`}>
          {earlier.lastAt === null
            ? 'keine'
            : `${formatNumber(earlier.count)}, ${earlier.count === 1 ? 'am' : 'zuletzt am'} ${formatDate(earlier.lastAt)}`}
        </Detail>
        {closed !== null && (
          <Detail name="Geschlossen">
            {shownName(closed.by)}, {formatAgo(closed.at, now)}
          </Detail>
        )}
      </DetailList>
    </div>
  )
}

function Acts({ message, onDelete, onMute, onBan, onClose }: ReportRowProps) {
  const { id, author, isDeleted, closed } = message
  const hasAccount = author.username !== ''
  return (
    <div className={styles.acts}>
      {!isDeleted && (
        <Button kind="danger" onClick={onDelete}>
          <Trash2 className="icon icon-small" aria-hidden />
          Nachricht löschen
        </Button>
      )}
      {hasAccount && (
        <>
          <Button onClick={onMute}>
            <MicOff className="icon icon-small" aria-hidden />
            Stummschalten…
          </Button>
          <Button onClick={onBan}>
            <Ban className="icon icon-small" aria-hidden />
            Aus dem Chat ausschließen…
          </Button>
        </>
      )}
      {!isDeleted && (
        <Link to={`/chat?message=${id}`} className={buttonClass({ kind: 'ghost' })}>
          <ArrowUpRight className="icon icon-small" aria-hidden />
          Im Chat zeigen
        </Link>
      )}
      {closed === null && (
        <Button kind="inverse" className={styles.close} onClick={onClose}>
          Meldung schließen
        </Button>
      )}
    </div>
  )
}
