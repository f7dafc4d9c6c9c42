import type { Video } from '@tonarchiv/contract/videos'
import type { ReactNode } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './VideoGrid.module.css'
import { VideoPoster } from './video/VideoPoster.tsx'
import { dayOf, videoTime } from './video/wording.ts'

/** The `sizes` attribute of thumbnails: the maximum width of a card. */
const CARD_SIZES = '(width < 48rem) 100vw, 27rem'

interface VideoGridProps {
  videos: readonly Video[]
  /** The video that is open; undefined if none is. */
  current: { id: string; isPlaying: boolean } | undefined
  onChoose: (video: Video) => void
  /** The menu of a video. */
  menuOf?: (video: Video) => ReactNode
}

/** All videos with thumbnail, duration, title, description and day. See docs/product.md §11.2. */
export function VideoGrid({ videos, current, onChoose, menuOf }: VideoGridProps) {
  return (
    <ul className={styles.grid}>
      {videos.map((video) => (
        <li key={video.id} className={styles.item}>
          <VideoCard
            video={video}
            playing={video.id === current?.id ? current.isPlaying : undefined}
            onChoose={onChoose}
          />
          {menuOf && <div className={styles.menu}>{menuOf(video)}</div>}
        </li>
      ))}
    </ul>
  )
}

interface VideoCardProps {
  video: Video
  /** Whether the video is playing; undefined if it is not the open one. */
  playing: boolean | undefined
  onChoose: (video: Video) => void
}

function VideoCard({ video, playing, onChoose }: VideoCardProps) {
  const isCurrent = playing !== undefined
  const { id, title, description, upload_date: day, duration, thumbnailUrl } = video
  const length = videoTime(duration)
  return (
    <button
      type="button"
      className={classNames(styles.card, isCurrent && styles.current)}
      aria-current={isCurrent || undefined}
      data-video={id}
      onClick={() => onChoose(video)}
    >
      <span className={styles.picture}>
        <VideoPoster thumbnailUrl={thumbnailUrl} sizes={CARD_SIZES} className={styles.poster} />
        {length !== '' && <span className={styles.length}>{length}</span>}
        {isCurrent && (
          <span className={styles.now}>
            <Equalizer paused={!playing} className={styles.equalizer} />
            <span aria-hidden>{playing ? 'Spielt ab' : 'Pausiert'}</span>
          </span>
        )}
      </span>
      <span className={styles.title}>{title}</span>
      {description !== '' && (
        <Text size="md" tone="muted" className={styles.description}>
          {description}
        </Text>
      )}
      <Text size="sm" tone="faint" className={styles.date}>
        {dayOf(day)}
      </Text>
    </button>
  )
}
