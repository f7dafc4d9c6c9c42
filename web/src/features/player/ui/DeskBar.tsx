import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from '../controls/controls.tsx'
import { DevicesButton } from '../devices/DevicesButton.tsx'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import Maximize2 from 'lucide-react/icons/maximize-2'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { BREAKPOINTS } from '#ui/dom/breakpoints.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import styles from './DeskBar.module.css'
import { openLargeView, useLargeView } from '../large/large-view.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { ShareMomentButton } from '../controls/ShareMomentButton.tsx'
import { MoreMenu } from '../controls/MoreMenu.tsx'
import { NowPlayingText } from './NowPlaying.tsx'
import { QueueButton } from '../queue/QueueButton.tsx'
import { ResumeOffer, useHasOffer } from './ResumeOffer.tsx'
import { PlaybackChips } from '../playback-menus/PlaybackChips.tsx'
import { SeekBar } from '../seek/SeekBar.tsx'
import { TrackPopup } from './TrackPopup.tsx'
import { VolumeControl } from '../controls/VolumeControl.tsx'

interface DeskBarProps {
  actions?: ReactNode
  /** Menu items of other features for the current track. */
  menuItems?: ReactNode
}

/** The player bar on desktops: the current track, the controls above the seek bar, and the volume. */
export function DeskBar({ actions, menuItems }: DeskBarProps) {
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
            <TrackPopup actions={actions} />
            <NowPlayingText linked />
            {actions}
          </>
        )}
      </div>
      <div className={styles.middle}>
        <div className={styles.buttons}>
          <PlaybackChips />
          <ShuffleButton />
          <PreviousButton />
          <PlayButton className={styles.play} />
          <NextButton />
          <RepeatButton />
        </div>
        <BarSeek />
      </div>
      <div className={styles.end}>
        {!isTablet && <ShareMomentButton />}
        <QueueButton />
        {(!isTablet || isRemote) && <DevicesButton />}
        <MoreMenu items={menuItems} hasDevices={isTablet} hasShare={isTablet} />
        <VolumeControl className={styles.volume} />
        <LargeViewButton />
      </div>
    </section>
  )
}

/** The seek bar of the player bar. It is not updated while the large view is open, which has its own seek bar. */
function BarSeek() {
  return <SeekBar isCovered={useLargeView(({ isOpen }) => isOpen)} />
}

function LargeViewButton() {
  const hasTrack = usePlayer(({ track }) => track !== undefined)
  return (
    <IconButton
      label="Großansicht"
      title="Großansicht (F)"
      aria-keyshortcuts="F"
      aria-haspopup="dialog"
      disabled={!hasTrack}
      onClick={openLargeView}
    >
      <Maximize2 className="icon" aria-hidden />
    </IconButton>
  )
}
