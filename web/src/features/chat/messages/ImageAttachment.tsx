import { useState, type ReactNode } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useImageTimeout } from '#ui/dom/image-timeout.ts'
import { openImage } from '../media/image-viewer.ts'
import { shownSize } from '../media/media.ts'
import styles from './Message.module.css'

interface ImageAttachmentProps {
  address: string
  preview: string
  width: number | null | undefined
  height: number | null | undefined
  alt: string
  /** Accessible name of the button that opens the image. */
  label: string
  /** The text of the message. */
  caption: string
  children?: ReactNode
}

/** A message with one image and its text. */
export function ImageAttachment({
  address,
  preview,
  width,
  height,
  alt,
  label,
  caption,
  children,
}: ImageAttachmentProps) {
  const [isBroken, setIsBroken] = useState(false)
  const image = useImageTimeout(preview, () => setIsBroken(true))
  const size = shownSize(width, height)
  return (
    <figure className={classNames(styles.bubble, styles.image)} style={{ width: size.width + 8 }}>
      <button
        type="button"
        aria-label={label}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
        onClick={() => openImage({ address, alt }, caption)}
      >
        {isBroken ? (
          <Text tone="muted">Das Bild ist nicht da</Text>
        ) : (
          <img
            ref={image}
            src={preview}
            width={size.width}
            height={size.height}
            alt={alt}
            decoding="async"
            onError={() => setIsBroken(true)}
          />
        )}
      </button>
      {children && <figcaption dir="auto">{children}</figcaption>}
    </figure>
  )
}
