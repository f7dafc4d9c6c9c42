import type { Notice, NoticeAction } from '@tonarchiv/contract/notifications'
import Headphones from 'lucide-react/icons/headphones'
import { Link, useNavigate } from 'react-router'
import { useAcceptRequest, useRejectRequest } from '#features/friends/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useReadInboxAgain } from '../state/api.ts'
import { NoticeFigure } from './NoticeFigure.tsx'
import { noticeTime, premiereTime } from './notice-times.ts'
import styles from './NoticeRow.module.css'

interface NoticeRowProps {
  notice: Notice
  now: number
  /** Called when a notice that leads to a page is opened. */
  onOpen: (notice: Notice) => void
}

/** A notice. The whole row is its link; the buttons inside are above it. */
export function NoticeRow({ notice, now, onOpen }: NoticeRowProps) {
  const { isUnread, path, sentence, quote, reactions, remark, opensAt, at, action } = notice
  const rest = remark ?? (opensAt === null ? null : premiereTime(opensAt, at))
  return (
    <li className={classNames(styles.row, isUnread && styles.unread)} data-notice={notice.id}>
      {path === null ? (
        isUnread && <span className="sr">Ungelesen</span>
      ) : (
        <Link className={styles.hit} to={path} data-notice-link onClick={() => onOpen(notice)}>
          <span className="sr">
            {isUnread ? 'Ungelesen: ' : ''}
            {sentence.map(({ text }) => text).join('')}
          </span>
        </Link>
      )}
      <NoticeFigure notice={notice} />
      <div className={styles.main}>
        <p dir="auto">
          {sentence.map(({ text, isStrong }) =>
            isStrong ? <b key={text}>{text}</b> : <span key={text}>{text}</span>,
          )}
        </p>
        {quote !== null && (
          <p className={styles.quote} dir="auto">
            „{quote}“
          </p>
        )}
        {reactions.length > 0 && (
          <p className={styles.reactions}>
            {reactions.map(({ emoji, count }) => (
              <span key={emoji}>
                {emoji} {count}
              </span>
            ))}
          </p>
        )}
        <p className={styles.time}>
          {noticeTime(at, now)}
          {rest !== null && `, ${rest}`}
        </p>
        {action !== null && <Action action={action} notice={notice} onOpen={onOpen} />}
      </div>
    </li>
  )
}

function Action({
  action,
  notice,
  onOpen,
}: Pick<NoticeRowProps, 'notice' | 'onOpen'> & { action: NoticeAction }) {
  const navigate = useNavigate()
  if (action.kind === 'answerFriendRequest')
    return <FriendAnswer notice={notice} requestId={action.requestId} />
  if (action.kind === 'checkSecurity')
    return (
      <div className={styles.actions}>
        <Link className={styles.check} to="/settings?tab=security" onClick={() => onOpen(notice)}>
          Warst du das nicht?
        </Link>
      </div>
    )
  const path = notice.path ?? `/rooms/${encodeURIComponent(action.roomId)}`
  return (
    <div className={styles.actions}>
      <Button
        kind="inverse"
        small
        onClick={() => {
          onOpen(notice)
          void navigate(path)
        }}
      >
        <Headphones className="icon icon-small" aria-hidden />
        Beitreten
      </Button>
    </div>
  )
}

/** The buttons that answer a friend request within its notice. */
function FriendAnswer({ notice, requestId }: { notice: Notice; requestId: string }) {
  const accept = useAcceptRequest()
  const reject = useRejectRequest()
  const readAgain = useReadInboxAgain()
  const name = notice.people[0]?.displayName ?? ''
  const done = { onSettled: () => void readAgain() }
  return (
    <div className={styles.actions}>
      <Button
        kind="inverse"
        small
        busy={accept.isPending}
        aria-label={`Annehmen: Anfrage von ${name}`}
        onClick={() => accept.mutate(requestId, done)}
      >
        Annehmen
      </Button>
      <Button
        kind="ghost"
        small
        busy={reject.isPending}
        aria-label={`Ablehnen: Anfrage von ${name}`}
        onClick={() => reject.mutate(requestId, done)}
      >
        Ablehnen
      </Button>
    </div>
  )
}
