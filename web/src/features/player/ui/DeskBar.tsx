import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from './controls.tsx'
import { DevicesButton } from '../devices/DevicesButton.tsx'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import { DownloadButton } from '../track-menu/DownloadButton.tsx'
import type { ReactNode } from 'react'
import { BREAKPOINTS } from '#ui/dom/breakpoints.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import styles from './DeskBar.module.css'
import { MoreMenu } from './MoreMenu.tsx'
import { NowPlayingText } from './NowPlaying.tsx'
import { QueueButton } from '../queue/QueueButton.tsx'
import { ResumeOffer, useHasOffer } from './ResumeOffer.tsx'
import { SeekBar } from '../seek/SeekBar.tsx'
import { TrackPopup } from './TrackPopup.tsx'
import { VolumeControl } from './VolumeControl.tsx'

interface DeskBarProps {
  actions?: ReactNode
  /** Menu items of other features for the current track. */
  menuItems?: ReactNode
  onExpand: () => void
}

/** The player bar on desktops: the current track, the controls above the seek bar, the volume. */
export function DeskBar({ actions, menuItems, onExpand }: DeskBarProps) {
  const hasOffer = useHasOffer()
  const isTablet = useMediaQuery(BREAKPOINTS.tablet)
  const isRemote = useDevices((state) => controlledDevice(state) !== undefined)
  return (
    <section
      id="player"
      data-player
      tabIndex={-1}
      className={classNames(styles.bar, isRemote && styles.remote)}
      aria-label="Player"
    >
      <div className={styles.now}>
        {hasOffer ? (
          <ResumeOffer coverWidth={56} />
        ) : (
          <>
            <TrackPopup actions={actions} onExpand={onExpand} />
            <NowPlayingText linked />
            {actions}
          </>
        )}
      </div>
      <div className={styles.middle}>
        <div className={styles.buttons}>
          <ShuffleButton />
          <PreviousButton />
          <PlayButton className={styles.play} />
          <NextButton />
          <RepeatButton />
        </div>
        <SeekBar />
      </div>
      <div className={styles.end}>
        <MoreMenu items={menuItems} hasDevices={isTablet} />
        <DownloadButton />
        <QueueButton />
        {(!isTablet || isRemote) && <DevicesButton />}
        <VolumeControl className={styles.volume} />
      </div>
    </section>
  )
}
