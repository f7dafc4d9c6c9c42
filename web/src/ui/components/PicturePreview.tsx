import { useCallback } from 'react'

interface PicturePreviewProps {
  file: File
  className?: string | undefined
}

/** A picture that only the browser holds so far; its address is given back when it is no longer shown. */
export function PicturePreview({ file, className }: PicturePreviewProps) {
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
