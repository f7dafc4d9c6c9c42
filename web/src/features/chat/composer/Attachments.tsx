import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { formatSize } from '#format.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './Composer.module.css'
import type { OwnMedia } from '../state/outgoing.ts'
import { useMovedThumbnail } from './use-moved-thumbnail.ts'

interface AttachmentsProps {
  images: readonly OwnMedia[]
  /** Moves an image to this index. */
  onMove: (address: string, to: number) => void
  onRemove: (address: string) => void
}

const nameOf = ({ file }: OwnMedia) => (file instanceof File ? file.name : formatSize(file.size))

/** The images attached to the next message. Dragging them, or arrow keys, change their order. */
export function Attachments({ images, onMove, onRemove }: AttachmentsProps) {
  const [announcement, setAnnouncement] = useState('')
  const { moved, handlersOf } = useMovedThumbnail((address, to) => {
    const image = images.find((each) => each.address === address)
    if (image === undefined || to < 0 || to >= images.length) return
    setAnnouncement(`${nameOf(image)}, Platz ${to + 1} von ${images.length}`)
    onMove(address, to)
  })
  if (images.length === 0) return null
  const isMovable = images.length > 1
  return (
    <>
      <ul className={styles.attachments} aria-label="Bilder zum Senden">
        {images.map((image, index) => {
          const { address, file } = image
          const picture = (
            <img src={address} alt={nameOf(image)} title={formatSize(file.size)} draggable={false} />
          )
          return (
            <li key={address} data-place={index} data-moved={moved === address || undefined}>
              {isMovable ? (
                <button
                  type="button"
                  className={styles.thumbnail}
                  aria-label={`Bild ${index + 1} mit den Pfeiltasten verschieben: ${nameOf(image)}`}
                  {...handlersOf(address, index)}
                >
                  {picture}
                </button>
              ) : (
                picture
              )}
              <IconButton
                label={`Bild ${index + 1} entfernen: ${nameOf(image)}`}
                className={styles.detach}
                data-removes-picture
                onClick={() => onRemove(address)}
              >
                <X className="icon icon-small" aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <output className="sr">{announcement}</output>
    </>
  )
}
