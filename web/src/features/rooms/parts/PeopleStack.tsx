import type { Person } from '@tonarchiv/contract/presence'
import { imageUrl } from '#client/media.ts'
import { formatNumber } from '#format.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './PeopleStack.module.css'
import { peopleText } from './wording.ts'

interface PeopleStackProps {
  /** The members whose portraits are shown. */
  people: readonly Person[]
  /** The number of all members in the room. */
  count: number
  className?: string | undefined
}

/** Portraits of some members of a room that overlap, and the number of the others. */
export function PeopleStack({ people, count, className }: PeopleStackProps) {
  const others = count - people.length
  return (
    <span
      className={classNames(styles.stack, className)}
      // The image consists of elements, so it cannot be an `img` element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={`${peopleText(count)} im Raum`}
    >
      {people.map(({ id, photoURL }) => (
        <Avatar key={id} src={photoURL && imageUrl(photoURL)} size={24} />
      ))}
      {others > 0 && <span className={styles.others}>+{formatNumber(others)}</span>}
    </span>
  )
}
