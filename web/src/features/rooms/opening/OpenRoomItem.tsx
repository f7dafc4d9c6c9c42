import type { RoomKind } from '@tonarchiv/contract/rooms'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Headphones from 'lucide-react/icons/headphones'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { OPEN_TEXTS } from '../parts/wording.ts'
import { askToOpenRoom, type RoomSubject } from './open-room.ts'

interface OpenRoomItemProps {
  /** Called when the item is pressed. Returns what the room plays first. */
  subject: () => RoomSubject
  kind?: RoomKind
}

/** The menu item of a track, an album, a playlist or a video that opens a room with it. */
export function OpenRoomItem({ subject, kind = 'music' }: OpenRoomItemProps) {
  const Icon = kind === 'video' ? Clapperboard : Headphones
  return (
    <MenuItem icon={<Icon className="icon" aria-hidden />} onSelect={() => askToOpenRoom(subject())}>
      {OPEN_TEXTS[kind]}
    </MenuItem>
  )
}
