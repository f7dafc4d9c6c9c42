import AudioLines from 'lucide-react/icons/audio-lines'
import Gauge from 'lucide-react/icons/gauge'
import Moon from 'lucide-react/icons/moon'
import { use, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { formatRate } from '../engine/rate.ts'
import { useSleep } from '../sleep/sleep-store.ts'
import { formatLeft, leftInWords } from '../sleep/sleep-timer.ts'
import { usePlaybackMenus } from './use-playback-menus.tsx'
import styles from './PlaybackChips.module.css'

/**
 * Chips for a running sleep timer and for a playback rate other than 1. Each chip opens the menu for its setting. They
 * are hidden while this tab controls another device, because both settings apply to the sound of this tab.
 */
export function PlaybackChips() {
  const isRemote = useDevices((state) => controlledDevice(state) !== undefined)
  if (isRemote) return null
  return (
    <>
      <SleepButton />
      <SpeedButton />
    </>
  )
}

/**
 * Buttons for the sleep timer and the playback rate, which are also shown while these are not set, and a link to the
 * sound settings.
 */
export function PlaybackButtons() {
  const isRemote = useDevices((state) => controlledDevice(state) !== undefined)
  if (isRemote) return null
  return (
    <>
      <SleepButton isAlways />
      <SpeedButton isAlways />
      <Link to="/settings?tab=sound" className={iconButtonClass} aria-label="Klang" title="Klang">
        <LateIcon>
          <AudioLines className="icon" aria-hidden />
        </LateIcon>
      </Link>
    </>
  )
}

interface MenuButtonProps {
  /** Whether the button is also shown, with an icon, while no sleep timer runs or the playback rate is 1. */
  isAlways?: boolean
}

function SleepButton({ isAlways = false }: MenuButtonProps) {
  const timer = useSleep((state) => state.timer)
  const text = useSleep((state) => state.timer && formatLeft(state.timer, state.secondsLeft))
  const words = useSleep((state) =>
    state.timer?.type === 'clock' ? `noch ${leftInWords(state.secondsLeft)}` : 'bis zum Ende des Titels',
  )
  const { openMenu, open, menus } = usePlaybackMenus()
  const isShown = isAlways || timer !== undefined
  const place = useKeptFocus(isShown, openMenu !== undefined)
  return (
    <>
      <span ref={place} hidden />
      {isShown && (
        <button
          type="button"
          className={timer ? styles.chip : iconButtonClass}
          data-chip="sleep"
          title="Schlummer-Timer"
          aria-haspopup="menu"
          aria-expanded={openMenu !== undefined}
          onClick={({ currentTarget }) => open('sleep', currentTarget)}
        >
          <LateIcon>
            <Moon className={timer ? 'icon icon-small' : 'icon'} aria-hidden />
          </LateIcon>
          {timer && <span aria-hidden>{text}</span>}
          <span className="sr">{timer ? `Schlummer-Timer, ${words}` : 'Schlummer-Timer'}</span>
        </button>
      )}
      {menus}
    </>
  )
}

function SpeedButton({ isAlways = false }: MenuButtonProps) {
  const rate = usePlayer((state) => state.rate)
  const { openMenu, open, menus } = usePlaybackMenus()
  const isSet = rate !== 1
  const isShown = isAlways || isSet
  const place = useKeptFocus(isShown, openMenu !== undefined)
  return (
    <>
      <span ref={place} hidden />
      {isShown && (
        <button
          type="button"
          className={isSet ? styles.chip : iconButtonClass}
          data-chip="speed"
          title="Tempo"
          aria-haspopup="menu"
          aria-expanded={openMenu !== undefined}
          onClick={({ currentTarget }) => open('speed', currentTarget)}
        >
          {isSet ? (
            <span aria-hidden>{formatRate(rate)}×</span>
          ) : (
            <LateIcon>
              <Gauge className="icon" aria-hidden />
            </LateIcon>
          )}
          <span className="sr">{isSet ? `Tempo ${formatRate(rate)}-fach` : 'Tempo'}</span>
        </button>
      )}
      {menus}
    </>
  )
}

/** An icon that is left out of the first frame of the large view. */
function LateIcon({ children }: { children: ReactNode }) {
  return !use(LatePictures) && children
}

/**
 * Moves the focus to the player when a chip is removed because its setting was switched off in the menu of the chip.
 */
function useKeptFocus(isShown: boolean, isOpen: boolean): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    else if (wasOpen.current) {
      wasOpen.current = false
      const { activeElement } = document
      const isLost = activeElement === document.body || activeElement?.closest('[popover]') !== null
      if (isShown || !isLost) return
      place.current?.closest('[data-player]')?.querySelector<HTMLElement>('button:enabled')?.focus()
    }
  }, [isShown, isOpen])
  return place
}
