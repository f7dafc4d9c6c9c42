import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/components/IconButton.tsx'
import { openModal } from '#ui/hooks/modal.ts'
import { closeImage, useImageViewer } from './image-viewer.ts'
import styles from './ImageViewer.module.css'

/** Shows an image of the chat as large as the window; Escape, the button and a press close it. */
export function ImageViewer() {
  const image = useImageViewer((state) => state.image)
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => (image && ref.current ? openModal(ref.current, closeImage) : undefined), [image])
  return (
    <dialog
      ref={ref}
      className={styles.viewer}
      aria-label="Bild"
      onCancel={(event) => {
        event.preventDefault()
        closeImage()
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) closeImage()
      }}
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
    </dialog>
  )
}
