import Info from 'lucide-react/icons/info'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { DevicesButton } from '../devices/DevicesButton.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import { PlaybackButtons } from '../playback-menus/PlaybackChips.tsx'
import { SeekBar } from '../seek/SeekBar.tsx'
import { DownloadButton } from '../track-menu/DownloadButton.tsx'
import { openTrackDetails } from '../track-menu/track-details.ts'
import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from '../controls/controls.tsx'
import { ShareMomentButton } from '../controls/ShareMomentButton.tsx'
import { VolumeControl } from '../controls/VolumeControl.tsx'
import styles from './LargeDeck.module.css'

/** The seek bar and the controls of the large view. */
export function LargeDeck() {
  const track = usePlayer((state) => state.track)
  return (
    <footer className={styles.deck}>
      <SeekBar isLarge />
      <div className={styles.controls}>
        <div className={styles.left}>
          <ShareMomentButton />
          <IconButton label="Details anzeigen" onClick={() => track && openTrackDetails(track)}>
            <Info className="icon" aria-hidden />
          </IconButton>
          <DownloadButton />
        </div>
        <div className={styles.buttons}>
          <ShuffleButton />
          <PreviousButton iconClassName={styles.skip} />
          <PlayButton className={styles.play} />
          <NextButton iconClassName={styles.skip} />
          <RepeatButton />
        </div>
        <div className={styles.right}>
          <ShareMomentButton className={styles.share} />
          <PlaybackButtons />
          <DevicesButton />
          <VolumeControl className={styles.volume} />
        </div>
      </div>
    </footer>
  )
}
