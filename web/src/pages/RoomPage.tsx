import Moment from 'lucide-react/icons/disc-3'
import { useNavigate, useParams } from 'react-router'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { LikeButton } from '#features/favorites/index.ts'
import { shareMoment } from '#features/moments/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { RoomEntrance, useRoomTab } from '#features/rooms/index.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import { usePageTitle } from '#page-title.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useRootMark } from '#ui/dom/root-mark.ts'

/** The page `/rooms/:id`: a listening room. */
export function RoomPage() {
  const user = useUser()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const name = useRoomTab((tab) => (tab.name === 'in' && tab.roomId === id ? tab.room.state.name : undefined))
  usePageTitle(name === undefined ? 'Hörraum' : `Hörraum ${name}`)
  useRootMark('data-page-filled', true)
  if (!user) return null
  return (
    <RoomEntrance
      roomId={id}
      user={user}
      mayAdd={hasAccess(user)}
      trackActions={trackActions}
      onProfile={openProfile}
      onLeft={() => void navigate('/rooms', { replace: true })}
    />
  )
}

function trackActions(track: Track, positionMs: () => number | undefined) {
  if (!isPlayable(track)) return null
  return (
    <>
      <LikeButton track={track} />
      <IconButton
        label="Moment teilen"
        aria-haspopup="dialog"
        onClick={() => shareMoment(track, (positionMs() ?? 0) / 1000)}
      >
        <Moment className="icon" aria-hidden />
      </IconButton>
    </>
  )
}
