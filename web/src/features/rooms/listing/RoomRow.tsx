import { ROOM_PEOPLE_MAX, type ListedRoom } from '@tonarchiv/contract/rooms'
import { Link } from 'react-router'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { VideoPoster } from '#features/videos/index.ts'
import { PeopleStack } from '../parts/PeopleStack.tsx'
import { hostText, playedText } from './listing-text.ts'
import { RoomSleeve } from './RoomSleeve.tsx'
import styles from './RoomRow.module.css'

/** Maximum number of portraits in a row with `isShort`. */
const FEW = 2

interface RoomRowProps {
  room: ListedRoom
  /** Whether the row is on a card beside others, with less text. */
  isShort?: boolean
}

/** A row for an open room: what it plays, who is in it, and a link to the room unless it is full. */
export function RoomRow({ room, isShort = false }: RoomRowProps) {
  const { id, kind, name, isJoined, isPlaying, track, video, people, peopleCount } = room
  const isFull = !isJoined && peopleCount >= ROOM_PEOPLE_MAX
  return (
    <li className={classNames(styles.row, isShort && styles.short)}>
      {kind === 'video' ? (
        <span className={styles.poster}>
          <VideoPoster thumbnailUrl={video?.thumbnailUrl ?? null} sizes="56px" />
        </span>
      ) : (
        <RoomSleeve cover={track?.coverUrl} isOut={isPlaying} />
      )}
      <div className={styles.text}>
        <p className={styles.name} dir="auto">
          {name}
          {kind === 'video' && !isShort && (
            <span className={styles.tag}>
              <Tag>Kinoabend</Tag>
            </span>
          )}
        </p>
        <p className={styles.played}>
          {isPlaying && <Equalizer className={styles.equalizer} />}
          <span dir="auto">{playedText(room, isShort)}</span>
        </p>
        {!isShort && (
          <Text as="p" size="sm" tone="faint" className={styles.host}>
            {hostText(room)}
          </Text>
        )}
      </div>
      <PeopleStack
        people={isShort ? people.slice(0, FEW) : people}
        count={peopleCount}
        className={styles.people}
      />
      {isFull ? (
        <Text size="sm" tone="muted">
          {`Voll (${ROOM_PEOPLE_MAX} von ${ROOM_PEOPLE_MAX})`}
        </Text>
      ) : (
        <Link
          to={`/rooms/${id}`}
          className={classNames(buttonClass({ small: isShort }), styles.go)}
          aria-label={isJoined ? `Zum Raum ${name}` : `${name} beitreten`}
        >
          {isJoined ? 'Zum Raum' : 'Beitreten'}
        </Link>
      )}
    </li>
  )
}
