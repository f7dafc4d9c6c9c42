import { useCallback } from 'react'

interface ImagePreviewProps {
  file: File
  className?: string | undefined
}

/** A preview of a local image file. Its object URL is revoked when the component is unmounted. */
export function ImagePreview({ file, className }: ImagePreviewProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} className={className} alt="" />
}
