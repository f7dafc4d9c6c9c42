import Play from 'lucide-react/icons/play'
import { use } from 'react'
import { imageUrl } from '#client/media.ts'
import { Mosaic } from '#features/playlists/index.ts'
import { VideoPoster } from '#features/videos/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import type { Picture } from './results.ts'
import styles from './SearchDialog.module.css'

/** CSS pixels. */
const SIZE = 40

/** The image at the beginning of a row. With `isPlayable`, a press on the image plays the song. */
export function RowPicture({ picture, isPlayable = false }: { picture: Picture; isPlayable?: boolean }) {
  const isLate = use(LatePictures)
  if (picture.kind === 'icon') {
    return <span className={styles.icon}>{!isLate && <picture.Icon className="icon" aria-hidden />}</span>
  }
  if (picture.kind === 'mosaic')
    return <Mosaic covers={picture.urls} size={SIZE} className={styles.picture} />
  if (picture.kind === 'video' && isLate) return <span className={styles.video} />
  if (picture.kind === 'video')
    return <VideoPoster thumbnailUrl={picture.url} sizes={`${SIZE}px`} className={styles.video} />
  if (picture.kind === 'person') return <Avatar src={picture.url && imageUrl(picture.url)} size={SIZE} />
  const cover = <Cover src={picture.url === null ? undefined : imageUrl(picture.url)} size={SIZE} fixed />
  if (!isPlayable) return cover
  return (
    <span className={styles.cover} data-does="play">
      {cover}
      {!isLate && <Play className={styles.play} aria-hidden />}
    </span>
  )
}
