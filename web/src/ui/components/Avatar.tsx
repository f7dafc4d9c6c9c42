import { useState } from 'react'
import styles from './Avatar.module.css'
import { usePictureTimeout } from '../dom/picture-timeout.ts'

const DEFAULT_AVATAR = '/default-avatar.svg'

interface AvatarProps {
  /** Address of the picture; null means the default. */
  src: string | null
  /** CSS pixels. */
  size: number
}

/** The picture of a person; always stands beside the name, so it says nothing itself. */
export function Avatar({ src, size }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shown = src === null || src === '' || src === broken ? DEFAULT_AVATAR : src
  const image = usePictureTimeout(shown, () => setBroken(shown))
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
