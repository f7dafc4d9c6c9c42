import Moon from 'lucide-react/icons/moon'
import { useEffect, useRef, type RefObject } from 'react'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { formatRate } from '../engine/rate.ts'
import { useSleep } from '../sleep/sleep-store.ts'
import { formatLeft, leftInWords } from '../sleep/sleep-timer.ts'
import { usePlaybackMenus } from './use-playback-menus.tsx'
import styles from './PlaybackChips.module.css'

/** The running sleep timer and a speed other than 1; each opens its menu. They concern the sound of this tab only. */
export function PlaybackChips() {
  const isRemote = useDevices((state) => controlledDevice(state) !== undefined)
  if (isRemote) return null
  return (
    <>
      <SleepChip />
      <SpeedChip />
    </>
  )
}

function SleepChip() {
  const timer = useSleep((state) => state.timer)
  const text = useSleep((state) => state.timer && formatLeft(state.timer, state.secondsLeft))
  const words = useSleep((state) =>
    state.timer?.type === 'clock' ? `noch ${leftInWords(state.secondsLeft)}` : 'bis zum Ende des Titels',
  )
  const { openMenu, open, menus } = usePlaybackMenus()
  const place = useKeptFocus(timer !== undefined, openMenu !== undefined)
  return (
    <>
      <span ref={place} hidden />
      {timer && (
        <button
          type="button"
          className={styles.chip}
          data-chip="sleep"
          aria-haspopup="menu"
          aria-expanded={openMenu !== undefined}
          onClick={({ currentTarget }) => open('sleep', currentTarget)}
        >
          <Moon className="icon icon-small" aria-hidden />
          <span aria-hidden>{text}</span>
          <span className="sr">Schlummer-Timer, {words}</span>
        </button>
      )}
      {menus}
    </>
  )
}

function SpeedChip() {
  const rate = usePlayer((state) => state.rate)
  const { openMenu, open, menus } = usePlaybackMenus()
  const place = useKeptFocus(rate !== 1, openMenu !== undefined)
  return (
    <>
      <span ref={place} hidden />
      {rate !== 1 && (
        <button
          type="button"
          className={styles.chip}
          data-chip="speed"
          aria-haspopup="menu"
          aria-expanded={openMenu !== undefined}
          onClick={({ currentTarget }) => open('speed', currentTarget)}
        >
          <span aria-hidden>{formatRate(rate)}×</span>
          <span className="sr">Tempo {formatRate(rate)}-fach</span>
        </button>
      )}
      {menus}
    </>
  )
}

/** A chip whose menu has switched it off leaves the focus to the player. */
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
