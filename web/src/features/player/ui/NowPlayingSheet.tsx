import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { cachedTone, toneOfImage, toneStyle } from '#ui/dom/image-tone.ts'
import { useRootMark } from '#ui/dom/root-mark.ts'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from './controls.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { DevicesButton } from '../devices/DevicesButton.tsx'
import { DownloadButton } from '../track-menu/DownloadButton.tsx'
import { listenedText } from '../engine/last-played.ts'
import styles from './NowPlayingSheet.module.css'
import { MoreMenu } from './MoreMenu.tsx'
import { QueueButton } from '../queue/QueueButton.tsx'
import { SeekBar } from '../seek/SeekBar.tsx'
import { useTrackStats } from '../track-menu/track-stats.ts'
import type { Track } from '#features/tracks/index.ts'
import { AlbumLink, ArtistLink, TrackTitleLink } from '../track-menu/TrackLinks.tsx'
import { VolumeControl } from './VolumeControl.tsx'

interface NowPlayingSheetProps {
  track: Track
  /** Actions beside its title. */
  actions?: ReactNode
  /** Menu items of other features. */
  menuItems?: ReactNode
  onClose: () => void
}

/** The large player over the page. Escape, Back, the chevron and dragging it down close it. */
export function NowPlayingSheet({ track, actions, menuItems, onClose }: NowPlayingSheetProps) {
  const [tone, setTone] = useState<string>()
  useRootMark('data-whole-player', true)
  return (
    <Sheet
      open
      onClose={onClose}
      from="whole"
      drag="always"
      data-player
      className={classNames(styles.sheet, 'toned')}
      style={toneStyle(tone ?? cachedTone(track.coverUrl))}
      aria-label="Spielt ab"
    >
      <header className={styles.head} data-handle>
        <IconButton label="Player schließen" onClick={onClose}>
          <ChevronDown className="icon icon-large" aria-hidden />
        </IconButton>
        <Text as="p" size="sm" tone="muted">
          Spielt ab aus
          <strong>
            <AlbumLink track={track} className="truncate" onFollow={onClose} />
          </strong>
        </Text>
        <MoreMenu items={menuItems} />
      </header>
      <Playing track={track} actions={actions} onTone={setTone} onFollow={onClose} />
    </Sheet>
  )
}

interface PlayingProps {
  track: Track
  actions: ReactNode
  onTone: (tone: string | undefined) => void
  /** Called when a link to another page is followed. */
  onFollow: () => void
}

function Playing({ track, actions, onTone, onFollow }: PlayingProps) {
  return (
    <div className={styles.main}>
      <div className={styles.sleeve}>
        <Sleeve
          src={imageUrl(track.coverUrl)}
          size={480}
          eager
          out
          onReady={(image) => onTone(toneOfImage(track.coverUrl, image))}
        />
      </div>
      <div className={styles.side}>
        <div className={styles.heading}>
          <div className={styles.names}>
            <p className={styles.title}>
              <TrackTitleLink track={track} onFollow={onFollow} />
            </p>
            <p className={styles.artist}>
              <ArtistLink track={track} onFollow={onFollow} />
            </p>
          </div>
          {actions}
        </div>
        <div className={styles.seek}>
          <SeekBar isLarge />
        </div>
        <div className={styles.controls}>
          <ShuffleButton />
          <PreviousButton iconClassName={styles.skip} />
          <PlayButton className={styles.play} />
          <NextButton iconClassName={styles.skip} />
          <RepeatButton />
        </div>
        <div className={styles.tools}>
          <VolumeControl className={styles.volume} />
          <DownloadButton />
          <DevicesButton onFollow={onFollow} />
          <QueueButton />
        </div>
        <Listened trackId={track.id} />
      </div>
    </div>
  )
}

/** Play count and last play; its line is reserved from the start, so that nothing moves. */
function Listened({ trackId }: { trackId: string }) {
  const { stats, readAt } = useTrackStats(trackId)
  return (
    <Text as="p" size="md" tone="muted" className={styles.liner}>
      {stats ? listenedText(stats, readAt) : '\u00a0'}
    </Text>
  )
}
