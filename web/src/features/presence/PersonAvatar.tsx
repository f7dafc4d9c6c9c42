import { imageUrl } from '#client/media.ts'
import { useIsDisconnected } from '#realtime/socket-instance.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
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
 * A member's image with a mark: a filled dot for online, a hollow ring for offline. Without a connection there is no
 * mark, because the state is not known.
 */
export function PersonAvatar({ photoURL, isOnline, size, className }: PersonAvatarProps) {
  const isLost = useIsDisconnected()
  const sign = isLost ? styles.unknown : !isOnline && styles.offline
  return (
    <span className={classNames(styles.picture, sign, className)}>
      <Avatar src={photoURL && imageUrl(photoURL)} size={size} />
    </span>
  )
}
