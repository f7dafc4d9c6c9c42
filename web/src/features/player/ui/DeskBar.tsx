import {
  DetailsButton,
  NextButton,
  PlayButton,
  PreviousButton,
  RepeatButton,
  ShuffleButton,
} from './controls.tsx'
import { DownloadButton } from '../track-menu/DownloadButton.tsx'
import type { ReactNode } from 'react'
import styles from './DeskBar.module.css'
import { NowPlayingText } from './NowPlaying.tsx'
import { QueueButton } from '../queue/QueueButton.tsx'
import { ResumeOffer, useHasOffer } from './ResumeOffer.tsx'
import { SeekBar } from './SeekBar.tsx'
import { TrackPopup } from './TrackPopup.tsx'
import { VolumeControl } from './VolumeControl.tsx'

/** The player bar on desktops: the current track, the controls above the seek bar, the volume. */
export function DeskBar({ actions, onExpand }: { actions?: ReactNode; onExpand: () => void }) {
  const hasOffer = useHasOffer()
  return (
    <section id="player" data-player tabIndex={-1} className={styles.bar} aria-label="Player">
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
          <PlayButton />
          <NextButton />
          <RepeatButton />
        </div>
        <SeekBar />
      </div>
      <div className={styles.end}>
        <DetailsButton />
        <DownloadButton />
        <QueueButton />
        <VolumeControl className={styles.volume} />
      </div>
    </section>
  )
}
