import AudioLines from 'lucide-react/icons/audio-lines'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Gauge from 'lucide-react/icons/gauge'
import Info from 'lucide-react/icons/info'
import Keyboard from 'lucide-react/icons/keyboard'
import Link from 'lucide-react/icons/link'
import DevicesIcon from 'lucide-react/icons/monitor-speaker'
import Moon from 'lucide-react/icons/moon'
import { use, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Track } from '#features/tracks/index.ts'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem, MenuSeparator } from '#ui/components/overlays/MenuItem.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { useDevicesMenu } from '../devices/DevicesButton.tsx'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { formatRate } from '../engine/rate.ts'
import { copyLink } from '../order/track-link.ts'
import { useSleep } from '../sleep/sleep-store.ts'
import { formatLeft } from '../sleep/sleep-timer.ts'
import { showShortcutHelp } from '../keys/shortcut-help.ts'
import { TrackDownloadItem } from '../track-menu/DownloadButton.tsx'
import { openTrackDetails } from '../track-menu/track-details.ts'
import styles from './MoreMenu.module.css'
import { ShareMomentItem } from './ShareMomentButton.tsx'
import { usePlaybackMenus } from '../playback-menus/use-playback-menus.tsx'

interface MoreMenuProps {
  /** Menu items of other features for the current track. */
  items?: ReactNode
  /** Whether the menu also lists the devices, for bars that have no room for the devices button. */
  hasDevices?: boolean
  /** Whether the menu also has „Moment teilen“, for bars that have no room for that button. */
  hasShare?: boolean
}

/** The menu „Mehr“: further actions for the current track. */
export function MoreMenu({ items, hasDevices = false, hasShare = false }: MoreMenuProps) {
  const track = usePlayer((state) => state.track)
  const button = useRef<HTMLSpanElement>(null)
  const devices = useDevicesMenu()
  const { open, menus } = usePlaybackMenus()
  const isLate = use(LatePictures)
  const more = () => button.current?.querySelector('button') ?? undefined
  const openFrom = (menu: Parameters<typeof open>[0]) => {
    const at = more()
    if (at) open(menu, at, () => at.click())
  }
  return (
    <span ref={button}>
      <MenuButton
        label="Mehr"
        title="Mehr"
        align="end"
        className={iconButtonClass}
        disabled={!track && !hasDevices}
        trigger={!isLate && <Ellipsis className="icon" aria-hidden />}
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
        {hasShare && track && <ShareMomentItem />}
        {track && <TrackItems track={track}>{items}</TrackItems>}
        {track && <PlaybackItems onOpen={openFrom} />}
        <HelpItem />
      </MenuButton>
      {devices.menu}
      {menus}
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

/**
 * Items for the sleep timer and the playback rate of this tab. They are hidden while the tab controls another device.
 */
function PlaybackItems({ onOpen }: { onOpen: (menu: 'sleep' | 'speed') => void }) {
  const isRemote = useDevices((state) => controlledDevice(state) !== undefined)
  const left = useSleep(({ timer, secondsLeft }) => timer && formatLeft(timer, secondsLeft))
  const rate = usePlayer((state) => state.rate)
  const navigate = useNavigate()
  if (isRemote) return null
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={<Moon className="icon" aria-hidden />}
        end={<More value={left} />}
        onSelect={() => onOpen('sleep')}
      >
        Schlummer-Timer
      </MenuItem>
      <MenuItem
        icon={<Gauge className="icon" aria-hidden />}
        end={<More value={rate === 1 ? undefined : `${formatRate(rate)}×`} />}
        onSelect={() => onOpen('speed')}
      >
        Tempo
      </MenuItem>
      <MenuItem
        icon={<AudioLines className="icon" aria-hidden />}
        href="/settings?tab=sound"
        onSelect={() => void navigate('/settings?tab=sound')}
      >
        Klang…
      </MenuItem>
    </>
  )
}

/** Shows the current value of a menu item that opens another menu. */
function More({ value }: { value: string | undefined }) {
  return (
    <span className={styles.more}>
      {value}
      <ChevronRight className="icon icon-small" aria-hidden />
    </span>
  )
}

/**
 * Opens the list of keyboard shortcuts. On phones this item is hidden; if a keyboard is connected to the phone, "?"
 * opens the list.
 */
function HelpItem() {
  const isPhone = useMediaQuery(PHONE)
  if (isPhone) return null
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={<Keyboard className="icon" aria-hidden />}
        end={<kbd>?</kbd>}
        onSelect={showShortcutHelp}
      >
        Tastenkürzel
      </MenuItem>
    </>
  )
}
