import { imageUrl } from '#client/media.ts'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { Avatar } from '#ui/components/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './PersonAvatar.module.css'

interface PersonAvatarProps {
  photoURL: string | null
  isOnline: boolean
  /** CSS pixels. */
  size: number
  className?: string | undefined
}

/**
 * Somebody’s image with the sign of whether they are there: a filled dot, or a hollow ring. Without a connection
 * that is not known, and there is no sign.
 */
export function PersonAvatar({ photoURL, isOnline, size, className }: PersonAvatarProps) {
  const isLost = useIsDisconnected()
  const sign = isLost ? styles.unknown : isOnline ? styles.online : styles.offline
  return (
    <span className={classNames(styles.picture, sign, className)}>
      <Avatar src={photoURL && imageUrl(photoURL)} size={size} />
    </span>
  )
}
