import type { User } from '@tonarchiv/contract/users'
import { useMemo } from 'react'
import { ConversationLines, DirectChat, type ConversationLine } from '#features/chat/index.ts'
import { NoticesButton } from '#features/conversations/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import type { InRoom } from '../state/room-tab.ts'
import { EventLineRow } from './EventLineRow.tsx'
import { eventLines } from './event-lines.ts'
import styles from './RoomTalk.module.css'

const NONE: readonly ConversationLine[] = []

interface RoomTalkProps {
  tab: InRoom
  user: User
  /** The heading. */
  title?: string
  /** A text beside the heading. */
  note?: string
  /** Additional lines between the messages. */
  more?: readonly ConversationLine[]
}

/** The conversation of the room, with lines about what happens in it. The conversation has the id of the room. */
export function RoomTalk({
  tab: { room, roomId },
  user,
  title = 'Gespräch',
  note,
  more = NONE,
}: RoomTalkProps) {
  const { events, entries } = room
  const { kind } = room.state
  const lines = useMemo(
    () =>
      [
        ...eventLines({ events, entries, state: { kind } }).map((line) => ({
          key: line.id,
          at: line.at,
          content: <EventLineRow line={line} />,
        })),
        ...more,
      ].toSorted((one, other) => one.at.localeCompare(other.at)),
    [events, entries, kind, more],
  )
  // The conversation is not rendered again while the room only plays.
  return useMemo(
    () => (
      <div className={styles.talk}>
        <ConversationLines value={lines}>
          <DirectChat
            user={user}
            conversationId={roomId}
            label="Gespräch im Raum"
            theirReadId={null}
            placeholder="Nachricht an den Raum"
            closedText={undefined}
          >
            <header className={styles.head}>
              <h2>{title}</h2>
              {note !== undefined && (
                <Text size="sm" tone="muted">
                  {note}
                </Text>
              )}
              <NoticesButton conversationId={roomId} />
            </header>
          </DirectChat>
        </ConversationLines>
      </div>
    ),
    [lines, note, roomId, title, user],
  )
}
