import { THUMBNAIL_WIDTHS } from '@tonarchiv/contract/videos'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { useImageTimeout } from '#ui/dom/image-timeout.ts'
import styles from './VideoPoster.module.css'

interface VideoPosterProps {
  /** The URL of the thumbnail as it is stored; null when there is none. */
  thumbnailUrl: string | null
  /** Value of the `sizes` attribute. */
  sizes: string
  className?: string | undefined
}

/** The URL of a thumbnail with at most this width in pixels. */
export function thumbnailUrlOf(stored: string, width: (typeof THUMBNAIL_WIDTHS)[number]): string {
  const address = imageUrl(stored)
  return `${address}${address.includes('?') ? '&' : '?'}w=${width}`
}

/** The thumbnail of a video. If there is none, or if it cannot be loaded, a drawing of a disc. */
export function VideoPoster({ thumbnailUrl, sizes, className }: VideoPosterProps) {
  const [broken, setBroken] = useState<string>()
  const image = useImageTimeout(thumbnailUrl ?? undefined, () => setBroken(thumbnailUrl ?? undefined))
  if (thumbnailUrl === null || thumbnailUrl === broken) return <Placeholder className={className} />
  return (
    <img
      ref={image}
      className={classNames(styles.poster, className)}
      src={thumbnailUrlOf(thumbnailUrl, '640')}
      srcSet={THUMBNAIL_WIDTHS.map((width) => `${thumbnailUrlOf(thumbnailUrl, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(thumbnailUrl)}
    />
  )
}

function Placeholder({ className }: { className: string | undefined }) {
  return (
    <svg
      className={classNames(styles.poster, styles.placeholder, className)}
      viewBox="0 0 320 180"
      aria-hidden
    >
      <rect width="320" height="180" fill="var(--ground)" />
      <g fill="none" stroke="var(--ring)">
        <circle cx="160" cy="90" r="62" />
        <circle cx="160" cy="90" r="52" />
        <circle cx="160" cy="90" r="42" />
      </g>
      <circle cx="160" cy="90" r="28" fill="var(--disc)" />
      <path d="m153 78 20 12-20 12z" fill="var(--sign)" />
    </svg>
  )
}
