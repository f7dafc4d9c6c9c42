import { useCallback } from 'react'

interface ImagePreviewProps {
  file: File
  className?: string | undefined
}

/** An image that only the browser holds so far; its address is given back when it is no longer shown. */
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
