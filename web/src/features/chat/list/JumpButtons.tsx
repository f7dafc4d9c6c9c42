import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import AtSign from 'lucide-react/icons/at-sign'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { countText } from '../reading/unread.ts'
import { useUnread } from '../reading/unread-store.ts'
import styles from './JumpButtons.module.css'

interface JumpButtonsProps {
  /** Whether the end of the list is not in view, and whether it is more than a screen away. */
  isAway: boolean
  isFar: boolean
  onEnd: () => void
  /** Scrolls to the first unread message; undefined unless that message is above the visible part. */
  onFirstUnread: (() => void) | undefined
  /** Number of unread messages that mention the member, are not in view and were not jumped to. */
  mentions: number
  onMention: () => void
}

/** Buttons over the list that scroll to the first unread message, to a mention and to the end. */
export function JumpButtons({ isAway, isFar, onEnd, onFirstUnread, mentions, onMention }: JumpButtonsProps) {
  const unread = useUnread(({ count }) => count)
  const hasEnd = isFar || (isAway && unread > 0)
  return (
    <div className={styles.buttons}>
      {onFirstUnread && (
        <Button small className={styles.button} onClick={onFirstUnread}>
          <ArrowUp className="icon icon-small" aria-hidden />
          Erste neue
        </Button>
      )}
      {mentions > 0 && (
        <Button
          small
          className={styles.button}
          aria-label={`${countText(mentions)} ${mentions === 1 ? 'Erwähnung' : 'Erwähnungen'}, anzeigen`}
          onClick={onMention}
        >
          <AtSign className={classNames('icon icon-small', styles.accent)} aria-hidden />
          {countText(mentions)}
        </Button>
      )}
      {hasEnd && (
        <Button small className={styles.button} onClick={onEnd}>
          <ArrowDown className="icon icon-small" aria-hidden />
          {unread > 0 ? <NewMessages count={unread} /> : 'Zum Ende'}
        </Button>
      )}
    </div>
  )
}

function NewMessages({ count }: { count: number }) {
  return (
    <span>
      <b className={styles.accent}>{`${countText(count)} neue`}</b>{' '}
      {count === 1 ? 'Nachricht' : 'Nachrichten'}
    </span>
  )
}
