import type { EndedRoom } from '@tonarchiv/contract/rooms'
import type { User } from '@tonarchiv/contract/users'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { DirectChat, useToday } from '#features/chat/index.ts'
import { formatDate } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { useRooms } from '../listing/api.ts'
import { endedText } from '../listing/listing-text.ts'
import head from './RoomHead.module.css'
import styles from './RoomEntrance.module.css'

/** The page of a room that has ended. Members who were in the room can read its conversation for some time. */
export function EndedRoomView({ roomId, user }: { roomId: string; user: User }) {
  const { data } = useRooms()
  const room = data?.ended.find(({ id }) => id === roomId)
  const { state } = useLocation()
  const [isReading, setIsReading] = useState(state === 'read')
  if (isReading && room) return <Reading room={room} user={user} />
  return (
    <div className={styles.message}>
      <EmptyState
        level={1}
        drawing="record"
        title="Dieser Raum ist zu Ende"
        action={
          room ? (
            <Button onClick={() => setIsReading(true)}>Gespräch lesen</Button>
          ) : (
            <Link to="/rooms" className={buttonClass()}>
              Zu den Hörräumen
            </Link>
          )
        }
      >
        {room
          ? `Das Gespräch kannst du noch bis ${formatDate(room.readableUntil)} lesen.`
          : 'Vielleicht ist gerade ein anderer offen.'}
      </EmptyState>
    </div>
  )
}

function Reading({ room, user }: { room: EndedRoom; user: User }) {
  const today = useToday()
  return (
    <div className={styles.reading} data-fills-page>
      <DirectChat
        user={user}
        conversationId={room.conversationId}
        label={`Gespräch von ${room.name}`}
        theirReadId={null}
        placeholder=""
        closedText={`Dieser Raum ist zu Ende. Das Gespräch kannst du noch bis ${formatDate(room.readableUntil)} lesen.`}
      >
        <header className={head.head}>
          <Link to="/rooms" className={iconButtonClass} aria-label="Zurück zu den Hörräumen">
            <ArrowLeft className="icon" aria-hidden />
          </Link>
          <h1 className="truncate" dir="auto">
            {room.name}
          </h1>
          <Text size="sm" tone="muted" className={head.mode}>
            {endedText(room, today)}
          </Text>
        </header>
      </DirectChat>
    </div>
  )
}
