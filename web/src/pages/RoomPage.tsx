import { useNavigate, useParams } from 'react-router'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { RoomEntrance, useRoomTab } from '#features/rooms/index.ts'
import { usePageTitle } from '#page-title.ts'
import { useRootMark } from '#ui/dom/root-mark.ts'
import { roomTrackActions } from './room-track-actions.tsx'

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
      trackActions={roomTrackActions}
      onProfile={openProfile}
      onLeft={() => void navigate('/rooms', { replace: true })}
    />
  )
}
