import ListPlus from 'lucide-react/icons/list-plus'
import ListStart from 'lucide-react/icons/list-start'
import type { Track } from '#features/tracks/index.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { getPlayer } from '../engine/player-instance.ts'

interface TracksMenuItemsProps {
  tracks: readonly Track[]
  disabled?: boolean
}

/** The menu items that act on several tracks. */
export function TracksMenuItems({ tracks, disabled = false }: TracksMenuItemsProps) {
  return (
    <>
      <MenuItem
        disabled={disabled}
        icon={<ListStart className="icon" aria-hidden />}
        onSelect={() => getPlayer().enqueueAll(tracks, 'next')}
      >
        Als Nächstes spielen
      </MenuItem>
      <MenuItem
        disabled={disabled}
        icon={<ListPlus className="icon" aria-hidden />}
        onSelect={() => getPlayer().enqueueAll(tracks)}
      >
        Zur Warteschlange
      </MenuItem>
    </>
  )
}
