import type { PlayDevice } from '@tonarchiv/contract/play-devices'
import Check from 'lucide-react/icons/check'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import Volume1 from 'lucide-react/icons/volume-1'
import { use } from 'react'
import { Link } from 'react-router'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { CloseMenu, MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { isSounding } from '../engine/playback/player-state.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { canSetVolume } from '../engine/volume.ts'
import styles from './DevicesMenu.module.css'
import { controlledDevice, useDevices } from './devices-store.ts'

export const DEVICE_ICONS = { mobile: Smartphone, tablet: Tablet, desktop: Laptop } as const

interface DevicesMenuProps {
  /** The element or point at which the menu opens; undefined closes the menu. */
  anchor: MenuAnchor | undefined
  onClose: () => void
}

/** Lists the account's devices on which the app is open. Choosing a device moves playback to that device. */
export function DevicesMenu({ anchor, onClose }: DevicesMenuProps) {
  const devices = useDevices((state) => state.devices)
  const ownId = useDevices((state) => state.ownId)
  const current = useDevices((state) => controlledDevice(state)?.id ?? state.ownId)
  const own = devices.filter(({ id }) => id === ownId)
  const others = devices.filter(({ id }) => id !== ownId)
  return (
    <MenuPopup
      {...{ anchor, onClose }}
      label="Geräte"
      align="end"
      className={styles.menu}
      header={<h2 className={styles.heading}>Wiedergabe auf</h2>}
      footer={<Foot isAlone={others.length === 0} onFollow={onClose} />}
    >
      {[...own, ...others].map((device) => (
        <DeviceItem
          key={device.id}
          device={device}
          isOwn={device.id === ownId}
          isCurrent={device.id === current}
        />
      ))}
      {own.length === 0 && <UnknownItem />}
    </MenuPopup>
  )
}

function DeviceItem({
  device,
  isOwn,
  isCurrent,
}: {
  device: PlayDevice
  isOwn: boolean
  isCurrent: boolean
}) {
  const close = use(CloseMenu)
  const Icon = DEVICE_ICONS[device.kind]
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isCurrent}
      tabIndex={-1}
      className={classNames(styles.item, isCurrent && styles.current)}
      onClick={() => {
        close()
        useDevices.getState().actions?.choose(device)
      }}
    >
      <span className={styles.icon}>
        <Icon className="icon" aria-hidden />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{device.name}</span>{' '}
        <span className={styles.below}>
          {isOwn ? <OwnState browser={device.browser} /> : <OtherState device={device} />}
        </span>
      </span>
      {isCurrent && <Check className={classNames('icon icon-small', styles.check)} aria-hidden />}
    </button>
  )
}

/** The only item until the server has sent the list of devices: this browser. */
function UnknownItem() {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked
      tabIndex={-1}
      className={styles.item}
      aria-disabled
    >
      <span className={styles.icon}>
        <Laptop className="icon" aria-hidden />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>Dieser Browser</span>
      </span>
    </button>
  )
}

function OwnState({ browser }: { browser: string | null }) {
  const isControlling = useDevices(({ role }) => role.name === 'controlling')
  const playing = usePlayer(({ status, track }) => (isSounding(status) ? track?.title : undefined))
  if (isControlling || playing === undefined) return <>{withBrowser('Dieser Browser', browser)}</>
  return <Playing title={playing} />
}

function OtherState({ device }: { device: PlayDevice }) {
  if (device.status === 'playing' && device.track) return <Playing title={device.track.title} />
  const state = device.needs_press ? 'Wartet auf einen Druck dort' : 'Bereit'
  return <>{withBrowser(state, device.browser)}</>
}

/** Appends the name of the browser to the state of a device, unless the device is already named after its browser. */
function withBrowser(state: string, browser: string | null): string {
  return browser === null ? state : `${state} · ${browser}`
}

function Playing({ title }: { title: string }) {
  return (
    <>
      <span aria-hidden>
        <Equalizer className={styles.equalizer} />
      </span>{' '}
      spielt „{title}“
    </>
  )
}

function Foot({ isAlone, onFollow }: { isAlone: boolean; onFollow: () => void }) {
  return (
    <div>
      {!isAlone && <DeviceVolume />}
      <p className={styles.note}>
        {isAlone ? (
          'Öffne das Archive auf einem anderen Gerät, dann steht es hier.'
        ) : (
          <>
            Nur deine eigenen, gerade geöffneten Geräte.{' '}
            <Link className="link" to="/settings?tab=security#geraete" onClick={onFollow}>
              Namen ändern
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

/** Sets the volume of the controlled device. */
function DeviceVolume() {
  const device = useDevices(controlledDevice)
  const ownName = useDevices(({ devices, ownId }) => devices.find(({ id }) => id === ownId)?.name)
  const volume = usePlayer((state) => (state.isMuted ? 0 : state.volume))
  const isSettable = device ? device.volume !== null : canSetVolume()
  if (!isSettable) return null
  const label = `Lautstärke auf ${device?.name ?? ownName ?? 'diesem Browser'}`
  const percent = `${Math.round(volume * 100)} %`
  return (
    <div className={styles.volume}>
      <span className={styles.volumeLabel}>{label}</span>
      <span className={styles.volumeRow}>
        <Volume1 className="icon" aria-hidden />
        <Slider
          label={label}
          value={volume}
          max={1}
          step={0.01}
          keyStep={0.05}
          valueText={percent}
          onChange={(value) => getPlayer().setVolume(value)}
        />
        <span className={styles.percent}>{percent}</span>
      </span>
    </div>
  )
}
