import Disc from 'lucide-react/icons/disc-3'
import Info from 'lucide-react/icons/info'
import Link from 'lucide-react/icons/link'
import ListPlus from 'lucide-react/icons/list-plus'
import ListStart from 'lucide-react/icons/list-start'
import type { ReactNode } from 'react'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { copyLink, pathOfAlbum } from '../order/track-link.ts'
import { openTrackDetails } from './track-details.ts'
import type { Go, Track } from '#features/tracks/index.ts'

interface TrackMenuItemsProps {
  track: Track
  /** Items that other features add to the menu. */
  actions?: ReactNode
  go: Go
}

/** The items of a track's menu. */
export function TrackMenuItems({ track, actions, go }: TrackMenuItemsProps) {
  const album = pathOfAlbum(track)
  return (
    <>
      <MenuItem
        icon={<ListStart className="icon" aria-hidden />}
        onSelect={() => getPlayer().enqueue(track, 'next')}
      >
        Als Nächstes spielen
      </MenuItem>
      <MenuItem icon={<ListPlus className="icon" aria-hidden />} onSelect={() => getPlayer().enqueue(track)}>
        Zur Warteschlange
      </MenuItem>
      <MenuItem icon={<Info className="icon" aria-hidden />} onSelect={() => openTrackDetails(track)}>
        Details anzeigen
      </MenuItem>
      <MenuItem icon={<Link className="icon" aria-hidden />} onSelect={() => void copyLink(track)}>
        Link kopieren
      </MenuItem>
      {actions}
      <MenuItem href={album} icon={<Disc className="icon" aria-hidden />} onSelect={() => go(album)}>
        Zum Album
      </MenuItem>
    </>
  )
}
