import { use, useState } from 'react'
import { classNames } from '../../dom/class-names.ts'
import styles from './Cover.module.css'
import { useImageTimeout } from '../../dom/image-timeout.ts'
import { LatePictures } from './late-pictures.ts'

export const DEFAULT_COVER = '/default-album.jpg'

/** The widths in which the server provides covers, pixels. */
const WIDTHS = [96, 256, 512, 1024]

interface CoverProps {
  /** URL of the image; `unknown`, empty or undefined means the default. */
  src: string | undefined
  /** Displayed width, CSS pixels; decides which size is loaded. */
  size: number
  /** Empty when the title is beside it. */
  alt?: string
  /** Loads at once instead of lazily. */
  eager?: boolean
  /** Reserves its space and loads nothing yet. */
  empty?: boolean
  /** The displayed width is fixed, because there is text beside it. */
  fixed?: boolean
  className?: string | undefined
  /** Called when the image has loaded, to read its colour. */
  onReady?: ((image: HTMLImageElement) => void) | undefined
}

function isPicture(src: string | undefined): src is string {
  return src !== undefined && src !== '' && src !== 'unknown'
}

/** Image attributes that load a fitting size; only our own covers have several sizes. */
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

/** An album's cover in a fitting size; the default cover when there is none or it cannot be loaded. */
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
      // Needed to read the colours of an image from another host.
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
