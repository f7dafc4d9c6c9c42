import Headphones from 'lucide-react/icons/headphones'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { askToOpenRoom, type RoomSubject } from './open-room.ts'

/** Opens a room, in the menu of a track, an album or a playlist. `subject` is called when the item is pressed. */
export function OpenRoomItem({ subject }: { subject: () => RoomSubject }) {
  return (
    <MenuItem icon={<Headphones className="icon" aria-hidden />} onSelect={() => askToOpenRoom(subject())}>
      Hörraum öffnen
    </MenuItem>
  )
}
