import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import type { User } from '@tonarchiv/contract/users'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { RoomDoor, useRoomTab } from '#features/rooms/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { EveningReading } from '../album/EveningReading.tsx'
import { useEvening } from '../calls/api.ts'
import type { ServerTime } from '../time/server-time.ts'
import { PremiereScreen } from './PremiereScreen.tsx'

interface PremiereEntranceProps {
  albumId: string
  user: User
  /** Renders buttons for the track that plays. `positionMs` returns the current position in it. */
  trackActions: (track: Track, positionMs: () => number | undefined) => ReactNode
  onProfile: (userId: string) => void
  onLeft: () => void
}

/** The premiere of the URL: first its waiting room, then the album as it plays for all, at the end the conversation. */
export function PremiereEntrance({ albumId, user, ...rest }: PremiereEntranceProps) {
  const { data, isError, error, refetch } = useEvening(albumId)
  const evening = data?.evening ?? undefined
  const [known, setKnown] = useState<{ evening: PremiereEvening; time: ServerTime }>()
  // Kept in case the premiere is called off while the page is open, because the server then no longer sends its title.
  if (data && evening && known?.evening !== evening) setKnown({ evening, time: data.time })
  const isIn = useRoomTab((tab) => tab.name === 'in' && tab.roomId === albumId)
  if (data === undefined) {
    if (!isError) return <div aria-busy data-fills-page />
    return (
      <LoadFailure level={1} kind="inverse" onRetry={refetch}>
        {textOf(error, 'Die Premiere konnte nicht geladen werden.')}
      </LoadFailure>
    )
  }
  const shown = known?.evening.albumId === albumId ? known : undefined
  if (!evening && shown) return <CalledOff title={shown.evening.title} />
  if (!shown) return <Missing />
  if (!isIn && shown.evening.phase === 'over') return <EveningReading evening={shown.evening} user={user} />
  return (
    <RoomDoor roomId={albumId} over={<EveningReading evening={shown.evening} user={user} />}>
      {(tab) => <PremiereScreen {...shown} tab={tab} user={user} {...rest} />}
    </RoomDoor>
  )
}

function Missing() {
  return (
    <EmptyState
      level={1}
      drawing="record"
      title="Diese Premiere gibt es nicht"
      action={
        <Link to="/" className={buttonClass()}>
          Zur Startseite
        </Link>
      }
    >
      Vielleicht ist sie abgesagt.
    </EmptyState>
  )
}

function CalledOff({ title }: { title: string }) {
  return (
    <EmptyState
      level={1}
      drawing="record"
      title="Premiere abgesagt"
      action={
        <Link to="/" className={buttonClass()}>
          Zur Startseite
        </Link>
      }
    >
      {`Die Premiere von „${title}“ ist abgesagt.`}
    </EmptyState>
  )
}
