import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState, type CSSProperties } from 'react'
import { formatTime } from '#format.ts'
import { MenuItem, MenuSeparator } from '#ui/components/overlays/MenuItem.tsx'
import { MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import { canSetVolume } from '../engine/volume.ts'
import { SubMenuHead, type SubMenuProps } from './SubMenuHead.tsx'
import styles from './SleepMenu.module.css'
import { cancelSleep, sleepAtTrackEnd, sleepIn, sleepLater, useSleep } from '../sleep/sleep-store.ts'
import {
  formatClock,
  formatLeft,
  leftInWords,
  percentLeft,
  SLEEP_MINUTES,
  trackSecondsLeft,
  type SleepTimer,
} from '../sleep/sleep-timer.ts'

interface SleepMenuProps extends SubMenuProps {
  /** When the menu was opened, in milliseconds since 1970. */
  openedAt: number
}

/** The menu of the sleep timer. */
export function SleepMenu({ onBack, openedAt, ...popup }: SleepMenuProps) {
  const current = useSleep((state) => state.timer)
  const [timer, setTimer] = useState(current)
  // Choosing an item closes the menu. While it closes, it shows the items as before the choice: the pressed item must
  // not be removed before it has returned the focus.
  if (popup.anchor !== undefined && timer !== current) setTimer(current)
  const isClock = timer?.type === 'clock'
  return (
    <MenuPopup
      {...popup}
      label="Schlummer-Timer"
      align="end"
      className={styles.menu}
      onBack={onBack}
      header={
        <>
          <SubMenuHead title="Schlummer-Timer" onBack={onBack} />
          {isClock && <TimeLeft timer={timer} />}
        </>
      }
    >
      {isClock ? (
        <MenuItem icon={<Plus className="icon" aria-hidden />} onSelect={() => sleepLater(15)}>
          15 Minuten länger
        </MenuItem>
      ) : (
        <>
          {SLEEP_MINUTES.map((minutes) => (
            <MenuItem
              key={minutes}
              checked={false}
              end={<span className={styles.end}>bis {formatClock(openedAt + minutes * 60_000)}</span>}
              onSelect={() => sleepIn(minutes)}
            >
              {minutes} Minuten
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      <TrackEndItem isChosen={timer?.type === 'track'} />
      {timer && (
        <>
          <MenuSeparator />
          <MenuItem icon={<X className="icon" aria-hidden />} onSelect={cancelSleep}>
            Timer ausschalten
          </MenuItem>
        </>
      )}
    </MenuPopup>
  )
}

function TrackEndItem({ isChosen }: { isChosen: boolean }) {
  const left = usePlayer((state) => formatTime(trackSecondsLeft(state)))
  return (
    <MenuItem
      checked={isChosen}
      end={<span className={styles.end}>in {left}</span>}
      onSelect={() => {
        if (!isChosen) sleepAtTrackEnd()
      }}
    >
      Ende des Titels
    </MenuItem>
  )
}

function TimeLeft({ timer }: { timer: Extract<SleepTimer, { type: 'clock' }> }) {
  const seconds = useSleep((state) => state.secondsLeft)
  const style: CSSProperties & Record<'--v', string> = { '--v': `${percentLeft(timer, seconds)}%` }
  return (
    <div className={styles.left}>
      <span className={styles.disc} style={style} aria-hidden>
        {formatLeft(timer, seconds).split(' ')[0]}
      </span>
      <p role="timer">
        <strong>Noch {leftInWords(seconds)}</strong>
        <br />
        <span className={styles.end}>
          Ende um {formatClock(timer.endsAt)}
          {canSetVolume() && ', die letzten 5 Sekunden leiser'}
        </span>
      </p>
    </div>
  )
}
