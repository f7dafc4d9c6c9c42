import type { RoomPerson } from '@tonarchiv/contract/rooms'
import Crown from 'lucide-react/icons/crown'
import UserRound from 'lucide-react/icons/user-round'
import type { ComponentProps } from 'react'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useRoomActions } from './room-actions.ts'

type PersonMenuProps = Omit<ComponentProps<typeof MenuButton>, 'children'> & {
  person: RoomPerson
  'data-person'?: string
  canMakeHost: boolean
  onProfile: (userId: string) => void
}

/** A button with the menu of another member in the room: their profile, and for the host a way to hand the room over. */
export function PersonMenu({ person, canMakeHost, onProfile, ...button }: PersonMenuProps) {
  const { command } = useRoomActions()
  return (
    <MenuButton {...button}>
      <MenuItem icon={<UserRound className="icon" aria-hidden />} onSelect={() => onProfile(person.id)}>
        Profil anzeigen
      </MenuItem>
      {canMakeHost && (
        <MenuItem
          icon={<Crown className="icon" aria-hidden />}
          onSelect={() => void command({ name: 'host', userId: person.id })}
        >
          Zum Gastgeber machen
        </MenuItem>
      )}
    </MenuButton>
  )
}
