import type { EndedRoom } from '@tonarchiv/contract/rooms'
import { Link } from 'react-router'
import { Text } from '#ui/components/base/Text.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { PeopleStack } from '../parts/PeopleStack.tsx'
import { useToday } from '#features/chat/index.ts'
import { endedText, readableText } from './listing-text.ts'
import { RoomSleeve } from './RoomSleeve.tsx'
import styles from './RoomRow.module.css'

/** Portraits of a row. */
const SHOWN = 3

/** A row for a room that has ended and in which the member was. */
export function EndedRow({ room }: { room: EndedRoom }) {
  const today = useToday()
  const { id, name, people, peopleCount } = room
  return (
    <li className={styles.row}>
      <RoomSleeve cover={undefined} isOut={false} />
      <div className={styles.text}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className={styles.played}>
          <span>{endedText(room, today)}</span>
        </p>
        <Text as="p" size="sm" tone="faint" className={styles.host}>
          {readableText(room)}
        </Text>
      </div>
      <PeopleStack people={people.slice(0, SHOWN)} count={peopleCount} className={styles.people} />
      <Link
        to={`/rooms/${id}`}
        state="read"
        className={classNames(buttonClass({ kind: 'ghost' }), styles.go)}
        aria-label={`Gespräch von ${name} lesen`}
      >
        Lesen
      </Link>
    </li>
  )
}
