import type { Refusal } from '@tonarchiv/contract/refusal'
import { invitedOnly, premiereFull, roomEnded, roomFull, roomNotFound } from '@tonarchiv/contract/rooms'
import LogIn from 'lucide-react/icons/log-in'
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { ApiError, textOf } from '#client/api-error.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { useRoomTab, type InRoom } from '../state/room-tab.ts'
import { joinListeningRoom } from '../tab/actions.ts'
import { EndedRoomView } from './EndedRoomView.tsx'
import styles from './RoomEntrance.module.css'
import { RoomScreen } from './RoomScreen.tsx'

type RoomEntranceProps = { roomId: string } & Omit<ComponentProps<typeof RoomScreen>, 'tab'>

/** The listening room of the URL. The room of a premiere has a page of its own. */
export function RoomEntrance({ roomId, ...rest }: RoomEntranceProps) {
  return (
    <RoomDoor roomId={roomId} over={<EndedRoomView roomId={roomId} user={rest.user} />}>
      {(tab) =>
        tab.room.state.mode === 'premiere' ? (
          <Navigate to={`/premieres/${roomId}`} replace />
        ) : (
          <RoomScreen tab={tab} {...rest} />
        )
      }
    </RoomDoor>
  )
}

interface RoomDoorProps {
  roomId: string
  /** Shown when the room has ended. */
  over: ReactNode
  /** Renders the room. */
  children: (tab: InRoom) => ReactNode
}

/** Joins a room, or shows why that is not possible. If this tab is in another room, the member is asked first. */
export function RoomDoor({ roomId, over, children }: RoomDoorProps) {
  const tab = useRoomTab((state) => state)
  const { failure, join } = useJoining(roomId)
  if (tab.name === 'in' && tab.roomId === roomId) return children(tab)
  if (tab.name === 'in')
    return (
      <Message
        title="Du bist schon in einem Hörraum"
        action={
          <Button kind="primary" onClick={join}>
            <LogIn className="icon icon-small" aria-hidden />
            Wechseln
          </Button>
        }
      >
        {`Du verlässt dafür „${tab.room.state.name}“.`}
      </Message>
    )
  const isOver = tab.name === 'over' && tab.roomId === roomId && tab.reason === 'ended'
  if (isOver || isRefusal(failure, roomEnded)) return over
  if (failure !== undefined) return <Refused failure={failure} onRetry={join} />
  if (tab.name === 'joining') return <Waiting />
  return (
    <Message
      title="Du bist nicht mehr in diesem Raum"
      action={
        <Button kind="primary" onClick={join}>
          <LogIn className="icon icon-small" aria-hidden />
          Wieder beitreten
        </Button>
      }
    >
      Die anderen hören vielleicht noch weiter.
    </Message>
  )
}

/** Joins the room of the URL once, unless this tab is in another one. A link with another code is tried, too. */
function useJoining(roomId: string) {
  const code = useLocation().hash.slice(1) || undefined
  const [failure, setFailure] = useState<{ roomId: string; cause: unknown }>()
  const join = () => {
    setFailure(undefined)
    joinListeningRoom(roomId, code).catch((cause: unknown) => setFailure({ roomId, cause }))
  }
  const isElsewhere = useRoomTab((tab) => tab.name === 'in' && tab.roomId !== roomId)
  const asked = useRef<string>(undefined)
  const joinNow = useEffectEvent(join)
  const link = `${roomId}#${code ?? ''}`
  useEffect(() => {
    if (isElsewhere || asked.current === link) return
    asked.current = link
    joinNow()
  }, [isElsewhere, link])
  return { failure: failure?.roomId === roomId ? failure.cause : undefined, join }
}

function isRefusal(failure: unknown, refusal: Refusal): boolean {
  return failure instanceof ApiError && failure.is(refusal)
}

function Refused({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  if (isRefusal(failure, roomNotFound))
    return <Message title="Diesen Hörraum gibt es nicht" action={<ToRooms />} />
  if (isRefusal(failure, invitedOnly))
    return (
      <Message title="Nur mit Einladung" action={<ToRooms />}>
        {textOf(failure, invitedOnly.text)}
      </Message>
    )
  return (
    <Message
      failed
      title={
        isRefusal(failure, roomFull) || isRefusal(failure, premiereFull)
          ? 'Kein Platz mehr'
          : 'Beitreten hat nicht geklappt'
      }
      action={<Button onClick={onRetry}>Erneut versuchen</Button>}
    >
      {textOf(failure, 'Bitte versuche es später erneut.')}
    </Message>
  )
}

function ToRooms() {
  return (
    <Link to="/rooms" className={buttonClass()}>
      Zu den Hörräumen
    </Link>
  )
}

interface MessageProps extends Pick<ComponentProps<typeof EmptyState>, 'title' | 'failed'> {
  action: ReactNode
  children?: ReactNode
}

function Message({ failed = false, ...rest }: MessageProps) {
  return (
    <div className={styles.message}>
      <EmptyState level={1} failed={failed} {...(!failed && { drawing: 'headphones' })} {...rest} />
    </div>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} data-fills-page>
      <h1 className="sr">Hörraum</h1>
      <output className="sr">Hörraum wird geladen</output>
      <Skeleton width="14rem" height="2rem" />
      <div>
        <Skeleton width="min(15.5rem, 30vw)" height="min(15.5rem, 30vw)" />
        <span>
          <Skeleton width="60%" height="2rem" />
          <Skeleton width="30%" height="1rem" />
          <Skeleton width="100%" height="3rem" />
        </span>
      </div>
    </div>
  )
}
