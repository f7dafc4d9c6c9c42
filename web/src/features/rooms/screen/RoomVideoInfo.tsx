import type { RoomEntry } from '@tonarchiv/contract/rooms'
import type { ReactNode } from 'react'
import { dayOf, videoTime } from '#features/videos/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { SkipVote } from './SkipVote.tsx'
import type { InRoom } from '../state/room-tab.ts'
import styles from './RoomVideoInfo.module.css'

interface RoomVideoInfoProps {
  tab: InRoom
  entry: RoomEntry | undefined
  /** The people in the room. */
  children: ReactNode
}

/** The title of the video, its day and length, the votes to skip it, and who watches. */
export function RoomVideoInfo({ tab, entry, children }: RoomVideoInfoProps) {
  const video = entry?.video
  return (
    <div className={styles.row}>
      {video && (
        <div className={styles.title}>
          <Text as="p" weight="semibold" dir="auto">
            {video.title}
          </Text>
          <Text as="p" size="sm" tone="muted">
            {[dayOf(video.upload_date), videoTime(video.duration)].join(' · ')}
          </Text>
        </div>
      )}
      <div className={styles.people}>{children}</div>
      {entry && tab.rights.mayVote && (
        <SkipVote entry={entry} skip={tab.room.state.skip} peopleCount={tab.room.state.peopleCount} />
      )}
    </div>
  )
}
