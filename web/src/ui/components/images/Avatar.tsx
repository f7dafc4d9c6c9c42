import { use, useState } from 'react'
import styles from './Avatar.module.css'
import { classNames } from '../../dom/class-names.ts'
import { useImageTimeout } from '../../dom/image-timeout.ts'
import { LatePictures } from './late-pictures.ts'

interface AvatarProps {
  /** The URL of the image; null for the default image. */
  src: string | null
  /** CSS pixels. */
  size: number
}

/**
 * The image of a member. The member's name is always beside it, so its alternative text is empty. The default image is a
 * background, because lists have many of them and an `img` element costs a load for each.
 */
export function Avatar({ src, size }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const shown = src === null || src === '' || src === broken ? undefined : src
  const isLate = use(LatePictures)
  const image = useImageTimeout(isLate ? undefined : shown, () => setBroken(shown))
  const box = { width: size, height: size }
  if (isLate) return <span className={styles.avatar} style={box} />
  if (shown === undefined) return <span className={classNames(styles.avatar, styles.default)} style={box} />
  return (
    <img
      ref={image}
      className={styles.avatar}
      src={shown}
      width={size}
      height={size}
      style={box}
      alt=""
      onError={() => setBroken(shown)}
    />
  )
}
