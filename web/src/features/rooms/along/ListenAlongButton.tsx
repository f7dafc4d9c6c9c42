import type { Person } from '@tonarchiv/contract/presence'
import Headphones from 'lucide-react/icons/headphones'
import { useNavigate } from 'react-router'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { useOnlineUser } from '#features/presence/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useRoomTab } from '../state/room-tab.ts'
import { askToListenAlong, useListenAlong } from './listen-along.ts'

interface ListenAlongButtonProps {
  person: Person
  /** Whether the button shows only an icon. */
  isIcon?: boolean
  kind?: 'plain' | 'primary'
  /** Called when the button is pressed. */
  onPress?: () => void
}

/**
 * A button that joins the room of another member, or asks that member for permission to listen along. Renders nothing
 * while neither is possible.
 */
export function ListenAlongButton({
  person,
  isIcon = false,
  kind = 'plain',
  onPress,
}: ListenAlongButtonProps) {
  const user = useUser()
  const live = useOnlineUser(person.id)
  const isLost = useIsDisconnected()
  const navigate = useNavigate()
  const ownRoomId = useRoomTab((tab) => (tab.name === 'in' ? tab.roomId : undefined))
  const askedId = useListenAlong(({ asked }) => asked?.person.id)
  if (!user || user.id === person.id || isLost || live?.isOnline !== true) return null
  const { room, isPlaying, currentTrack } = live
  if (room && room.id === ownRoomId) return null
  const canAsk = isPlaying && typeof currentTrack?.id === 'string' && hasAccess(user)
  if (!room && !canAsk) return null
  const label = room ? 'Beitreten' : askedId === person.id ? 'Gefragt …' : 'Mithören'
  const disabled = !room && askedId !== undefined
  const press = () => {
    onPress?.()
    if (room) void navigate(`/rooms/${encodeURIComponent(room.id)}`)
    else void askToListenAlong(person)
  }
  if (isIcon)
    return (
      <IconButton label={label} aria-disabled={disabled} onClick={press}>
        <Headphones className="icon" aria-hidden />
      </IconButton>
    )
  return (
    <Button kind={kind} aria-disabled={disabled} onClick={press}>
      <Headphones className="icon icon-small" aria-hidden />
      {label}
    </Button>
  )
}
