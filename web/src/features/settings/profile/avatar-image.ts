import { AVATAR_JPEG_QUALITY, AVATAR_MAX_BYTES, AVATAR_MAX_SIDE } from '@tonarchiv/contract/users'
import { NOT_AN_IMAGE, IMAGE_TOO_LARGE } from '../form/wording.ts'

/** What is wrong with a chosen file, by its type and size. See docs/product.md §16.3. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE
  return size > AVATAR_MAX_BYTES ? IMAGE_TOO_LARGE : undefined
}

interface Size {
  width: number
  height: number
}

/** Scales down, never up, so that the longest side is at most `longest`. Pixels. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A scaled image: the bytes to send, and a URL for the preview. */
export interface DrawnAvatar {
  file: Blob
  address: string
}

/**
 * The image as a JPEG of at most 400 px.
 * @throws when the browser cannot decode it
 */
export async function drawAvatar(file: Blob): Promise<DrawnAvatar> {
  const image = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    const { width, height } = fitted(image, AVATAR_MAX_SIDE)
    canvas.width = width
    canvas.height = height
    const drawing = canvas.getContext('2d')
    if (drawing === null) throw new Error('No canvas to draw on')
    // JPEG has no transparency; transparent pixels become white, not black.
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, width, height)
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(image, 0, 0, width, height)
    const drawn = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', AVATAR_JPEG_QUALITY),
    )
    if (drawn === null) throw new Error('The canvas gave no picture')
    return { file: drawn, address: canvas.toDataURL('image/jpeg', AVATAR_JPEG_QUALITY) }
  } finally {
    image.close()
  }
}
