import type { User } from '@tonarchiv/contract/users'
import { useMemo } from 'react'
import { ConversationLines, DirectChat } from '#features/chat/index.ts'
import type { InRoom } from '../state/room-tab.ts'
import { EventLineRow } from './EventLineRow.tsx'
import { eventLines } from './event-lines.ts'
import styles from './RoomTalk.module.css'

/** The conversation of the room, with lines about what happens in it. The conversation has the id of the room. */
export function RoomTalk({ tab: { room, roomId }, user }: { tab: InRoom; user: User }) {
  const { events, entries } = room
  const lines = useMemo(
    () =>
      eventLines({ events, entries }).map((line) => ({
        key: line.id,
        at: line.at,
        content: <EventLineRow line={line} />,
      })),
    [events, entries],
  )
  return (
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
            <h2>Gespräch</h2>
          </header>
        </DirectChat>
      </ConversationLines>
    </div>
  )
}
