import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { IMAGES_ACCEPTED } from '../media/media.ts'

/** A button that opens the browser's file picker. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Bild anhängen" onClick={() => input.current?.click()}>
        <ImagePlus className="icon" aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGES_ACCEPTED}
        aria-label="Bilder"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
