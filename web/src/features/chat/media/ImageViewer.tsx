import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sheet } from '#ui/components/overlays/Sheet.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { closeImage, moveInImages, useImageViewer } from './image-viewer.ts'
import styles from './ImageViewer.module.css'
import { useZoom } from './use-zoom.ts'
import { SCALE_MAX } from './zoom.ts'

/**
 * Shows the images of a message as large as the window, with zoom. Arrow keys and swipes move between the images;
 * Escape, Back, the button and a press beside the image close the viewer.
 */
export function ImageViewer() {
  const open = useImageViewer((state) => state.open)
  // The images stay while the sheet closes, so that it can return the focus.
  const [shown, setShown] = useState(open)
  if (open !== undefined && open !== shown) setShown(open)
  return (
    <Sheet
      open={open !== undefined}
      onClose={closeImage}
      from="whole"
      drag="never"
      className={styles.viewer}
      aria-label="Bild"
    >
      {shown && <Viewer {...shown} />}
    </Sheet>
  )
}

type ViewerProps = NonNullable<ReturnType<typeof useImageViewer.getState>['open']>

function Viewer({ images, index, caption }: ViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const image = images[index]
  const { zoom, handlers, larger, smaller, fit } = useZoom(stage, picture, image?.address ?? '', {
    onSwipe: moveInImages,
    onBeside: closeImage,
  })
  const { scale, x, y } = zoom
  const position = `Bild ${index + 1} von ${images.length}`
  const [broken, setBroken] = useState<string>()

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = {
      ArrowLeft: () => moveInImages(-1),
      ArrowRight: () => moveInImages(1),
      '+': larger,
      '-': smaller,
      '0': fit,
    }[event.key]
    if (action === undefined) return
    event.preventDefault()
    // The page below has shortcuts on the same keys.
    event.stopPropagation()
    action()
  }

  if (image === undefined) return null
  return (
    // The keys work wherever the focus is in the viewer.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.layout} onKeyDown={pressed}>
      <div
        ref={stage}
        className={classNames(styles.stage, scale > 1 && styles.zoomed)}
        data-scale={scale}
        {...handlers}
      >
        {broken === image.address ? (
          <Text tone="muted">Das Bild ist nicht da</Text>
        ) : (
          <img
            key={image.address}
            ref={picture}
            src={image.address}
            alt={image.alt}
            draggable={false}
            style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
            onError={() => setBroken(image.address)}
          />
        )}
      </div>
      <div className={styles.bar}>
        {images.length > 1 && (
          <Text as="output" size="sm" className={styles.count} aria-label={position}>
            {index + 1} / {images.length}
          </Text>
        )}
        <IconButton label="Verkleinern" disabled={scale <= 1} onClick={smaller}>
          <Minus className="icon" aria-hidden />
        </IconButton>
        <IconButton label="Vergrößern" disabled={scale >= SCALE_MAX} onClick={larger}>
          <Plus className="icon" aria-hidden />
        </IconButton>
        <IconButton label="Schließen" data-autofocus onClick={closeImage}>
          <X className="icon" aria-hidden />
        </IconButton>
      </div>
      {images.length > 1 && (
        <>
          <IconButton
            label="Vorheriges Bild"
            className={classNames(styles.step, styles.back)}
            aria-disabled={index === 0}
            onClick={() => moveInImages(-1)}
          >
            <ChevronLeft className="icon" aria-hidden />
          </IconButton>
          <IconButton
            label="Nächstes Bild"
            className={classNames(styles.step, styles.next)}
            aria-disabled={index === images.length - 1}
            onClick={() => moveInImages(1)}
          >
            <ChevronRight className="icon" aria-hidden />
          </IconButton>
        </>
      )}
      {caption !== '' && (
        <p className={styles.caption} dir="auto">
          {caption}
        </p>
      )}
    </div>
  )
}
