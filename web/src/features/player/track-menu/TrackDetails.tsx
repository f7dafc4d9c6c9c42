import Link from 'lucide-react/icons/link'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { MomentList } from '#features/moments/index.ts'
import { LyricsSection } from '#features/lyrics/index.ts'
import { formatNumber, formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { cachedTone, toneStyle } from '#ui/dom/image-tone.ts'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { FileChoice } from './FileChoice.tsx'
import { DownloadAction } from './DownloadButton.tsx'
import { playTrackAt } from '../engine/play-track-at.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'
import { lastPlayedText } from '../engine/last-played.ts'
import { copyLink } from '../order/track-link.ts'
import { closeTrackDetails, useTrackDetails } from './track-details.ts'
import { useTrackStats } from './track-stats.ts'
import { AlbumLink, TrackTitleLink } from './TrackLinks.tsx'
import styles from './TrackDetails.module.css'
import type { Track } from '#features/tracks/index.ts'

/** The dialog with the details of a track, such as its play count, its files and its lyrics. */
export function TrackDetails() {
  const track = useTrackDetails((state) => state.track)
  const [shown, setShown] = useState(track)
  // The closed track stays rendered until the dialog has finished its closing animation.
  if (track && track !== shown) setShown(track)
  return (
    <Dialog
      open={track !== undefined}
      onClose={closeTrackDetails}
      title="Details"
      footer={shown && <Actions track={shown} />}
    >
      {shown && <Details track={shown} />}
    </Dialog>
  )
}

function Actions({ track }: { track: Track }) {
  return (
    <>
      <Button onClick={() => void copyLink(track)}>
        <Link className="icon icon-small" aria-hidden />
        Link kopieren
      </Button>
      <DownloadAction track={track} />
    </>
  )
}

/** The moments of the track, for members with archive access. */
function TrackMoments({ track }: { track: Track }) {
  if (useIsLocked() || track.file === undefined) return null
  return <MomentList trackId={track.id} onPlay={(second) => playTrackAt(track, second)} />
}

function Details({ track }: { track: Track }) {
  const { id, artist, durationSeconds, coverUrl, year } = track
  const line = useTrackDetails((state) => state.line)
  const { stats, readAt } = useTrackStats(id)
  return (
    <div className={classNames(styles.details, 'toned')} style={toneStyle(cachedTone(coverUrl))}>
      <div className={styles.top}>
        <Sleeve src={imageUrl(coverUrl)} size={120} eager out />
        <div>
          <p className={styles.title}>
            <TrackTitleLink track={track} onFollow={closeTrackDetails} />
          </p>
          <Text as="p" tone="muted">
            {artist}
          </Text>
        </div>
      </div>
      <DetailList>
        <Detail name="Streams">{stats ? formatNumber(stats.count) : '…'}</Detail>
        <Detail name="Zuletzt gespielt">{stats ? lastPlayedText(stats.lastPlayed, readAt) : '…'}</Detail>
        <Detail name="Dauer">{formatTime(durationSeconds)}</Detail>
        <Detail name="Album">
          <AlbumLink track={track} onFollow={closeTrackDetails} />
        </Detail>
        {year !== undefined && <Detail name="Jahr">{year}</Detail>}
        <FileChoice track={track} />
      </DetailList>
      <TrackMoments track={track} />
      <LyricsSection trackId={id} line={line} />
    </div>
  )
}
