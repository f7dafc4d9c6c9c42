import { pictureAddress } from '#client/media.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from './PersonPicture.module.css'

interface PersonPictureProps {
  photoURL: string | null
  isOnline: boolean
  /** CSS pixels. */
  size: number
  className?: string | undefined
}

/** Somebody’s picture with the sign of whether they are there: a filled dot, or a hollow ring. */
export function PersonPicture({ photoURL, isOnline, size, className }: PersonPictureProps) {
  return (
    <span className={classNames(styles.picture, isOnline ? styles.online : styles.offline, className)}>
      <Avatar src={photoURL && pictureAddress(photoURL)} size={size} />
    </span>
  )
}
