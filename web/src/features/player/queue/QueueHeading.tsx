import History from 'lucide-react/icons/history'
import Shuffle from 'lucide-react/icons/shuffle'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#format.ts'
import { usePlayer } from '../engine/player-instance.ts'
import type { QueueRow } from './queue-rows.ts'
import styles from './QueuePanel.module.css'

/** Folds the tracks that have been played: folded, only the last of them is shown. */
export interface Fold {
  isFolded: boolean
  /** How many played tracks are hidden while folded. */
  others: number
  toggle: () => void
}

interface QueueHeadingProps {
  part: Extract<QueueRow, { kind: 'heading' }>['part']
  /** Called when a link in the heading opens another page. */
  onFollow: (() => void) | undefined
  fold: Fold | undefined
  /** The button that starts selecting rows, beside the heading of the current track. */
  select: ReactNode
}

/** The heading of one group of rows: played tracks, current track, queued tracks or the rest of the list. */
export function QueueHeading({ part, onFollow, fold, select }: QueueHeadingProps) {
  if (part === 'past') return <PastHeading {...{ onFollow, fold }} />
  if (part === 'current')
    return (
      <>
        <h3 className={styles.heading}>Läuft gerade</h3>
        {select}
      </>
    )
  if (part === 'queued') return <QueuedHeading />
  return <FollowingHeading onFollow={onFollow} />
}

function PastHeading({ onFollow, fold }: Pick<QueueHeadingProps, 'onFollow' | 'fold'>) {
  return (
    <>
      <h3 className={styles.heading}>
        <History className="icon icon-small" aria-hidden />
        Verlauf
      </h3>
      {fold !== undefined && fold.others > 0 && (
        <button type="button" className={styles.fold} aria-expanded={!fold.isFolded} onClick={fold.toggle}>
          {fold.isFolded ? `${formatNumber(fold.others)} weitere` : 'Weniger'}
        </button>
      )}
      <Link to="/history" className={styles.headingLink} onClick={onFollow}>
        Ganzer Verlauf
      </Link>
    </>
  )
}

function QueuedHeading() {
  const count = usePlayer(({ order }) => order.queue.length)
  return (
    <h3 className={styles.heading}>
      Von dir eingereiht <span className={styles.headingCount}>{count}</span>
    </h3>
  )
}

function FollowingHeading({ onFollow }: Pick<QueueHeadingProps, 'onFollow'>) {
  const source = usePlayer(({ order }) => order.source)
  const isShuffled = usePlayer(({ order }) => order.isShuffled)
  return (
    <>
      <h3 className={styles.heading}>
        <span className="truncate">
          {source ? (
            <>
              Als Nächstes aus:{' '}
              <Link to={source.path} onClick={onFollow}>
                {source.title}
              </Link>
            </>
          ) : (
            'Als Nächstes'
          )}
        </span>
      </h3>
      {isShuffled && (
        <span className={styles.shuffled}>
          <Shuffle className="icon icon-small" aria-hidden />
          gemischt
        </span>
      )}
    </>
  )
}
