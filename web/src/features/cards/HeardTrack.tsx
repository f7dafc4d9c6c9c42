import { DEFAULT_COVER, shownTitle } from '@tonarchiv/contract/catalog'
import type { PlayingTrack } from '@tonarchiv/contract/presence'
import ListPlus from 'lucide-react/icons/list-plus'
import type { ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { useCoverTone } from '#features/catalog/index.ts'
import { getPlayer } from '#features/player/index.ts'
import { canStart, trackOfSong } from '#features/tracks/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import styles from './HeardTrack.module.css'
import { useCard } from './load-cards.ts'
import { PlayHeard } from './PlayHeard.tsx'

interface HeardTrackProps {
  heard: PlayingTrack & { id: string }
  /** The position in the track, once its duration is known. */
  renderPosition: (durationSeconds: number) => ReactNode
}

/** The track that another member is playing, with buttons that play and queue it. */
export function HeardTrack({ heard: { id, title, artist }, renderPosition }: HeardTrackProps) {
  const { data } = useCard({ kind: 'track', id })
  const found = data?.track
  const cover = found?.coverUrl ?? DEFAULT_COVER
  const tone = useCoverTone(cover)
  return (
    <div className={classNames(styles.heard, 'toned')} style={toneStyle(tone)}>
      <Sleeve src={imageUrl(cover)} size={72} out />
      <div className={styles.text}>
        <Text as="p" weight="semibold" truncate dir="auto">
          {shownTitle(found?.title ?? title)}
        </Text>
        <Text as="p" size="sm" tone="muted" truncate dir="auto">
          {found?.album ?? artist}
        </Text>
        {found && found.duration > 0 && renderPosition(found.duration)}
        <div className={styles.actions}>
          <PlayHeard trackId={id} />
          {found && <Enqueue found={found} />}
        </div>
      </div>
    </div>
  )
}

function Enqueue({ found }: { found: Parameters<typeof trackOfSong>[0] & { albumId: string } }) {
  const track = { ...trackOfSong(found), albumId: found.albumId }
  if (!canStart(track)) return null
  return (
    <IconButton label={`Zur Warteschlange: ${track.title}`} onClick={() => getPlayer().enqueue(track)}>
      <ListPlus className="icon" aria-hidden />
    </IconButton>
  )
}
