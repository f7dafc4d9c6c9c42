import { pictureAddress } from '#client/media.ts'
import { Cover } from '#ui/Cover.tsx'
import styles from './QueuePanel.module.css'
import type { PlayerTrack } from './track.ts'

const COVER_WIDTH = 44

export function QueueCover({ track }: { track: PlayerTrack }) {
  return <Cover src={pictureAddress(track.coverUrl)} size={COVER_WIDTH} fixed />
}

export function QueueNames({ track }: { track: PlayerTrack }) {
  return (
    <span className={styles.names}>
      <span className={styles.title} title={track.title}>
        {track.title}
      </span>
      <span className={styles.album}>{track.album}</span>
    </span>
  )
}
