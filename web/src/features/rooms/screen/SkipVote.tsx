import type { RoomEntry, RoomState } from '@tonarchiv/contract/rooms'
import { classNames } from '#ui/dom/class-names.ts'
import { useRoomActions } from './room-actions.ts'
import styles from './SkipVote.module.css'

/** Up to this many members each have a spine; for more of them there is only the number. */
const SPINES_MAX = 12

interface SkipVoteProps {
  entry: RoomEntry
  skip: RoomState['skip']
  peopleCount: number
}

/** Votes for skipping the entry: a spine for each member, tall with a vote, and a gap behind those that are needed. */
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
