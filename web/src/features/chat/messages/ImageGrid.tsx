import type { AlbumImage } from '@tonarchiv/contract/chat'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useImageTimeout } from '#ui/dom/image-timeout.ts'
import { openImages } from '../media/image-viewer.ts'
import grid from './ImageGrid.module.css'
import styles from './Message.module.css'

/** The number of images that are shown. A label on the last one has the number of further images. */
const SHOWN = 3

interface ImageGridProps {
  images: readonly AlbumImage[]
  /** The name of the author. */
  from: string
  /** The text of the message, and how it is shown below the images. */
  caption: string
  children?: ReactNode
}

/** A message with several images. */
export function ImageGrid({ images, from, caption, children }: ImageGridProps) {
  const viewed = images.map(({ mediaUrl }, index) => ({
    address: imageUrl(mediaUrl),
    alt: `Bild ${index + 1} von ${images.length} von ${from}`,
  }))
  const more = images.length - SHOWN
  return (
    <figure className={classNames(styles.bubble, grid.album)}>
      <div className={grid.grid} data-pair={images.length === 2 || undefined}>
        {images.slice(0, SHOWN).map(({ thumbnailUrl }, index) => {
          const rest = index === SHOWN - 1 && more > 0 ? more : 0
          const label = `Bild ${index + 1} von ${images.length} vergrößern`
          return (
            <button
              key={thumbnailUrl}
              type="button"
              aria-label={rest > 0 ? `${label}, ${rest} ${rest === 1 ? 'weiteres' : 'weitere'}` : label}
              onClick={() => openImages(viewed, index, caption)}
            >
              <Tile src={imageUrl(thumbnailUrl)} alt={viewed[index]?.alt ?? ''} />
              {rest > 0 && (
                <span className={grid.more} aria-hidden>
                  +{rest}
                </span>
              )}
            </button>
          )
        })}
      </div>
      {children && <figcaption dir="auto">{children}</figcaption>}
    </figure>
  )
}

function Tile({ src, alt }: { src: string; alt: string }) {
  const [isBroken, setIsBroken] = useState(false)
  const image = useImageTimeout(src, () => setIsBroken(true))
  if (isBroken)
    return (
      <Text size="sm" tone="muted">
        Das Bild ist nicht da
      </Text>
    )
  return <img ref={image} src={src} alt={alt} decoding="async" onError={() => setIsBroken(true)} />
}
