import { AVATAR_JPEG_QUALITY, AVATAR_MAX_BYTES, AVATAR_MAX_SIDE } from '@tonarchiv/contract/users'
import { NOT_AN_IMAGE, IMAGE_TOO_LARGE } from '../form/wording.ts'

/**
 * The error text for a chosen file whose type or size is not accepted; undefined if it is. See docs/product.md §16.3.
 */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE
  return size > AVATAR_MAX_BYTES ? IMAGE_TOO_LARGE : undefined
}

interface Size {
  width: number
  height: number
}

/**
 * The size in pixels of an image that is scaled down so that its longest side is at most `longest`. Small images are
 * not scaled up.
 */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A scaled image: the file to upload, and a URL for the preview. */
export interface DrawnAvatar {
  file: Blob
  address: string
}

/**
 * Scales an image down to at most 400 px and converts it to JPEG.
 * @throws when the browser cannot decode the image
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
    // JPEG has no transparency. Transparent pixels would become black; this makes them white.
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
