import X from 'lucide-react/icons/x'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import { closeImage, useImageViewer } from './image-viewer.ts'
import styles from './ImageViewer.module.css'

/** Shows an image of the chat as large as the window; Escape, the button and a press close it. */
export function ImageViewer() {
  const image = useImageViewer((state) => state.image)
  return (
    <Sheet
      open={image !== undefined}
      onClose={closeImage}
      from="whole"
      drag="never"
      className={styles.viewer}
      aria-label="Bild"
    >
      {image && (
        <>
          <button type="button" className={styles.image} aria-label="Bild verkleinern" onClick={closeImage}>
            <img src={image.address} alt={image.alt} />
          </button>
          <IconButton label="Schließen" className={styles.close} data-autofocus onClick={closeImage}>
            <X className="icon" aria-hidden />
          </IconButton>
        </>
      )}
    </Sheet>
  )
}
