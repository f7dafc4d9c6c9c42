import Ellipsis from 'lucide-react/icons/ellipsis'
import Info from 'lucide-react/icons/info'
import Link from 'lucide-react/icons/link'
import DevicesIcon from 'lucide-react/icons/monitor-speaker'
import { useRef, type ReactNode } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { useDevicesMenu } from '../devices/DevicesButton.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import { copyLink } from '../order/track-link.ts'
import { TrackDownloadItem } from '../track-menu/DownloadButton.tsx'
import { openTrackDetails } from '../track-menu/track-details.ts'

interface MoreMenuProps {
  /** Menu items of other features for the current track. */
  items?: ReactNode
  /** Where the bar has no room for the button of the devices. */
  hasDevices?: boolean
}

/** What else can be done with the current track. */
export function MoreMenu({ items, hasDevices = false }: MoreMenuProps) {
  const track = usePlayer((state) => state.track)
  const button = useRef<HTMLSpanElement>(null)
  const devices = useDevicesMenu()
  return (
    <span ref={button}>
      <MenuButton
        label="Mehr"
        title="Mehr"
        align="end"
        className={iconButtonClass}
        disabled={!track && !hasDevices}
        trigger={<Ellipsis className="icon" aria-hidden />}
      >
        {hasDevices && (
          <MenuItem
            icon={<DevicesIcon className="icon" aria-hidden />}
            onSelect={() =>
              button.current?.firstElementChild && devices.open(button.current.firstElementChild)
            }
          >
            Geräte
          </MenuItem>
        )}
        {track && <TrackItems track={track}>{items}</TrackItems>}
      </MenuButton>
      {devices.menu}
    </span>
  )
}

function TrackItems({ track, children }: { track: Track; children: ReactNode }) {
  return (
    <>
      <MenuItem icon={<Info className="icon" aria-hidden />} onSelect={() => openTrackDetails(track)}>
        Details anzeigen
      </MenuItem>
      <TrackDownloadItem track={track} />
      {children}
      <MenuItem icon={<Link className="icon" aria-hidden />} onSelect={() => void copyLink(track)}>
        Link kopieren
      </MenuItem>
    </>
  )
}
