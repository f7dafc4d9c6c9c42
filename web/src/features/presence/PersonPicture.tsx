import { pictureAddress } from '#client/media.ts'
import { useIsConnectionLost } from '#realtime/the-socket.ts'
import { Avatar } from '#ui/components/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './PersonPicture.module.css'

interface PersonPictureProps {
  photoURL: string | null
  isOnline: boolean
  /** CSS pixels. */
  size: number
  className?: string | undefined
}

/**
 * Somebody’s picture with the sign of whether they are there: a filled dot, or a hollow ring. Without a connection
 * that is not known, and there is no sign.
 */
export function PersonPicture({ photoURL, isOnline, size, className }: PersonPictureProps) {
  const isLost = useIsConnectionLost()
  const sign = isLost ? styles.unknown : isOnline ? styles.online : styles.offline
  return (
    <span className={classNames(styles.picture, sign, className)}>
      <Avatar src={photoURL && pictureAddress(photoURL)} size={size} />
    </span>
  )
}
