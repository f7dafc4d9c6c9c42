import { use, useState } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Cover.module.css'
import { useImageTimeout } from '../../dom/image-timeout.ts'
import { LatePictures } from './late-pictures.ts'

export const DEFAULT_COVER = '/default-album.jpg'

/** The widths in pixels in which the server provides covers. */
const WIDTHS = [96, 256, 512, 1024]

interface CoverProps {
  /** The URL of the image; `unknown`, an empty text or undefined means the default cover. */
  src: string | undefined
  /** The displayed width in CSS pixels; it determines which size of the image is loaded. */
  size: number
  /** The alternative text; empty if the title is beside the cover. */
  alt?: string
  /** Whether the image is loaded immediately instead of lazily. */
  eager?: boolean
  /** Whether only the space is reserved, and the image is not loaded yet. */
  empty?: boolean
  /** Whether the cover keeps the width `size`, as in rows with text beside it; otherwise the layout sets its width. */
  fixed?: boolean
  className?: string | undefined
  /** Called when the image has loaded, so that the caller can read its colour. */
  onReady?: ((image: HTMLImageElement) => void) | undefined
}

function isPicture(src: string | undefined): src is string {
  return src !== undefined && src !== '' && src !== 'unknown'
}

/**
 * Attributes of an image with which the browser loads a suitable size. Only covers of our own server have several
 * sizes.
 */
export function coverSource(src: string | undefined, size: number) {
  const shown = isPicture(src) ? src : DEFAULT_COVER
  const [path = '', query] = shown.split('?')
  if (!/\/api\/(?:cover|playlist-cover)\/[^/]+$/.test(path))
    return { src: shown, srcSet: undefined, sizes: undefined }
  const inWidth = (width: number) => `${path}?w=${width}${query === undefined ? '' : `&${query}`}`
  return {
    src: inWidth(512),
    srcSet: WIDTHS.map((width) => `${inWidth(width)} ${width}w`).join(', '),
    sizes: `${size}px`,
  }
}

/** The cover of an album in a suitable size. If there is none, or if it cannot be loaded, the default cover. */
export function Cover({
  src,
  size,
  alt = '',
  eager = false,
  empty = false,
  fixed = false,
  className,
  onReady,
}: CoverProps) {
  const [broken, setBroken] = useState<string>()
  const isEmpty = use(LatePictures) || empty
  const image = useImageTimeout(isEmpty ? undefined : src, () => setBroken(src))
  const looks = classNames(styles.cover, fixed && styles.small, className)
  const width = fixed ? { width: size } : undefined
  if (isEmpty) return <span className={looks} style={width} />
  const source = coverSource(src !== undefined && src === broken ? undefined : src, size)
  return (
    <img
      ref={image}
      className={looks}
      {...source}
      // Without CORS, the colours of an image from another host cannot be read.
      crossOrigin={/^https?:/.test(source.src) ? 'anonymous' : undefined}
      width={size}
      height={size}
      style={width}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onLoad={onReady === undefined ? undefined : (event) => onReady(event.currentTarget)}
      onError={() => setBroken(src)}
    />
  )
}
