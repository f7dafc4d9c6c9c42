import type { CardContent } from '@tonarchiv/contract/cards'
import { Link, useNavigate } from 'react-router'
import { dayOf, VideoPoster, videoTime } from '#features/videos/index.ts'
import { CardFoot } from './CardFoot.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardText } from './CardText.tsx'
import styles from './VideoCard.module.css'

/** The card of a video, which is played on its page. */
export function VideoCard({ video }: { video: NonNullable<CardContent['video']> }) {
  const { id, title, uploadDate, duration, thumbnailUrl } = video
  const navigate = useNavigate()
  const path = `/videos?${new URLSearchParams({ video: id })}`
  const length = videoTime(duration)
  return (
    <CardFrame label={`Video: ${title}`} cover="" className={styles.video}>
      <Link to={path} className={styles.picture} aria-label={`${title} öffnen`}>
        <VideoPoster thumbnailUrl={thumbnailUrl} sizes="10rem" />
      </Link>
      <CardText kind="Video" title={title} below={dayOf(uploadDate)}>
        <CardFoot
          label={`${title} abspielen`}
          text="Abspielen"
          onPlay={() => void navigate(path)}
          length={length}
        />
      </CardText>
    </CardFrame>
  )
}
