import X from 'lucide-react/icons/x'
import { formatSize } from '#format.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './Composer.module.css'
import type { OwnMedia } from '../state/outgoing.ts'

interface AttachmentsProps {
  images: readonly OwnMedia[]
  onRemove: (address: string) => void
}

/** The images attached to the next message. */
export function Attachments({ images, onRemove }: AttachmentsProps) {
  if (images.length === 0) return null
  return (
    <ul className={styles.attachments} aria-label="Bilder zum Senden">
      {images.map(({ address, file }, index) => (
        <li key={address}>
          <img src={address} alt={file instanceof File ? file.name : 'Bild'} title={formatSize(file.size)} />
          <IconButton
            label={`Bild ${index + 1} entfernen: ${file instanceof File ? file.name : formatSize(file.size)}`}
            className={styles.detach}
            data-removes-picture
            onClick={() => onRemove(address)}
          >
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
