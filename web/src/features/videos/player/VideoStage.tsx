import type { Video } from '@tonarchiv/contract/videos'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { VideoPlayer } from './VideoPlayer.tsx'
import styles from './VideoStage.module.css'
import { dayOf } from '../video/wording.ts'

interface VideoStageProps {
  video: Video
  userId: string
  onPlaying: (isPlaying: boolean) => void
  onClose: () => void
  /** Further buttons. */
  actions?: ReactNode
}

/** The open video with its title and description. */
export function VideoStage({ video, userId, onPlaying, onClose, actions }: VideoStageProps) {
  const { id, title, description, upload_date: day } = video
  return (
    <section className={styles.stage}>
      <VideoPlayer key={id} {...{ video, userId, onPlaying }} />
      <div className={styles.info}>
        <h1>{title}</h1>
        {description !== '' && <p className={styles.description}>{description}</p>}
        <p className={styles.date}>{dayOf(day)}</p>
        {actions}
        <Button kind="ghost" small className={styles.close} onClick={onClose}>
          <X className="icon icon-small" aria-hidden />
          Player schließen
        </Button>
      </div>
    </section>
  )
}
