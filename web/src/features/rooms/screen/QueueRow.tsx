import { shownTitle } from '@tonarchiv/contract/catalog'
import { shownName } from '@tonarchiv/contract/presence'
import Check from 'lucide-react/icons/check'
import ChevronUp from 'lucide-react/icons/chevron-up'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { dayOf, videoTime, VideoPoster } from '#features/videos/index.ts'
import { formatNumber } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { callNameOf } from '../parts/wording.ts'
import { useRoomActions } from './room-actions.ts'
import type { QueueItem } from './room-queue.ts'
import styles from './RoomQueue.module.css'

interface QueueRowProps {
  item: QueueItem
  /** What is before the cover: the place and the drag handle, votes, or nothing for a proposal. */
  lead: ReactNode
  menu: ReactNode
}

/**
 * An entry of the queue: its track (or the hint that the member may not hear it), the member who has added it, and its
 * length.
 */
export function QueueRow({ item: { entry }, lead, menu }: QueueRowProps) {
  const isHidden = entry?.track === undefined && entry?.video === undefined
  return (
    <div className={classNames(styles.row, isHidden && styles.hidden)}>
      {lead}
      <EntryCover entry={entry} />
      <span className={styles.names}>
        <Text weight="medium" truncate dir="auto">
          {titleOf(entry)}
        </Text>
        <Text size="sm" tone="muted" truncate dir="auto">
          {entry?.video ? dayOf(entry.video.upload_date) : (entry?.track?.album ?? '')}
        </Text>
      </span>
      <AddedBy entry={entry} />
      <span className={styles.length}>{entry && videoTime(entry.durationMs / 1000)}</span>
      {menu}
    </div>
  )
}

export function titleOf(entry: QueueItem['entry']): string {
  if (!entry) return ''
  if (entry.track) return shownTitle(entry.track.title)
  if (entry.video) return entry.video.title
  return entry.state === 'gone' ? 'Nicht mehr im Archiv' : 'Gesperrter Titel'
}

function EntryCover({ entry }: Pick<QueueItem, 'entry'>) {
  if (entry?.track) return <Cover src={imageUrl(entry.track.coverUrl)} size={44} fixed />
  if (entry?.video)
    return (
      <span className={styles.poster}>
        <VideoPoster thumbnailUrl={entry.video.thumbnailUrl} sizes="44px" />
      </span>
    )
  return (
    <span className={styles.paper} aria-hidden>
      {entry && <LockKeyhole className="icon icon-small" />}
    </span>
  )
}

function AddedBy({ entry }: Pick<QueueItem, 'entry'>) {
  if (!entry?.addedBy) return <span />
  const { addedBy } = entry
  return (
    <span className={styles.added} title={`von ${shownName(addedBy)}`}>
      <Avatar src={addedBy.photoURL && imageUrl(addedBy.photoURL)} size={20} />
      <span className="sr">{`von ${shownName(addedBy)}`}</span>
      <span className={styles.adder} aria-hidden>
        {callNameOf(addedBy)}
      </span>
    </span>
  )
}

/** A button with the number of votes for an entry. A press votes for the entry, or withdraws the own vote. */
export function VoteButton({ item: { id, votes, entry } }: { item: QueueItem }) {
  const { command } = useRoomActions()
  const isFor = entry?.hasOwnVote === true
  const text = `${formatNumber(votes)} ${votes === 1 ? 'Stimme' : 'Stimmen'} für ${titleOf(entry)}`
  return (
    <button
      type="button"
      className={styles.vote}
      aria-pressed={isFor}
      aria-label={isFor ? `${text}, deine dabei` : text}
      onClick={() => void command({ name: 'vote', entryId: id, isFor: !isFor })}
    >
      <ChevronUp className="icon icon-small" aria-hidden />
      {formatNumber(votes)}
    </button>
  )
}

/** A button that accepts a proposal, so that it becomes an entry of the queue. */
export function AcceptButton({ item: { id, entry } }: { item: QueueItem }) {
  const { command } = useRoomActions()
  return (
    <Button
      small
      className={styles.accept}
      aria-label={`${titleOf(entry)} annehmen`}
      onClick={() => void command({ name: 'accept', entryId: id })}
    >
      <Check className="icon icon-small" aria-hidden />
      Annehmen
    </Button>
  )
}
