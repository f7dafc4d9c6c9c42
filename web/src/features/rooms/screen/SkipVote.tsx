import type { RoomEntry, RoomState } from '@tonarchiv/contract/rooms'
import { classNames } from '#ui/dom/class-names.ts'
import { useRoomActions } from './room-actions.ts'
import styles from './SkipVote.module.css'

/** Maximum number of members for which bars (“spines”) are drawn. For more members, only the number is shown. */
const SPINES_MAX = 12

interface SkipVoteProps {
  entry: RoomEntry
  skip: RoomState['skip']
  peopleCount: number
}

/**
 * The button for votes to skip the entry. Draws a spine for each member: one is tall for each vote, and a gap follows
 * after the number of needed votes.
 */
export function SkipVote({ entry, skip: { votes, needed }, peopleCount }: SkipVoteProps) {
  const { command } = useRoomActions()
  const { hasOwnVote } = entry
  const own = hasOwnVote ? ', deine dabei' : ''
  return (
    <button
      type="button"
      className={styles.vote}
      aria-pressed={hasOwnVote}
      onClick={() => void command({ name: 'voteSkip', entryId: entry.id, isFor: !hasOwnVote })}
    >
      Überspringen
      <span className="sr"> {`${votes} von ${peopleCount} Stimmen, ${needed} nötig${own}`}</span>
      <span className={styles.count} aria-hidden>
        {votes} von {needed}
      </span>
      {peopleCount <= SPINES_MAX && (
        <span className={styles.spines} aria-hidden>
          {Array.from({ length: peopleCount }, (_, index) => (
            <i
              key={index}
              className={classNames(index < votes && styles.tall, index === needed - 1 && styles.enough)}
            />
          ))}
        </span>
      )}
    </button>
  )
}
