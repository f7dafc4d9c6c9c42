import { useState } from 'react'
import styles from './Avatar.module.css'
import { useImageTimeout } from '../../dom/image-timeout.ts'

const DEFAULT_AVATAR = '/default-avatar.svg'

interface AvatarProps {
  /** URL of the image; null means the default. */
  src: string | null
  /** CSS pixels. */
  size: number
}

/** The image of a member; always beside the name, so its alternative text is empty. */
export function Avatar({ src, size }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shown = src === null || src === '' || src === broken ? DEFAULT_AVATAR : src
  const image = useImageTimeout(shown, () => setBroken(shown))
  return (
    <img
      ref={image}
      className={styles.avatar}
      src={shown}
      width={size}
      height={size}
      style={{ width: size, height: size }}
      alt=""
      onError={() => setBroken(shown)}
    />
  )
}
