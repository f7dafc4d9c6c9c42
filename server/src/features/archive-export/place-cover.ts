import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { imageTypeOf, type ImageType, readEmbeddedCover } from '#audio-probe/embedded-cover.ts'
import type { FilePlacer } from './place-files.ts'
import type { ReadAudio } from './plan-tags.ts'

const EXTENSION_OF: Record<ImageType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** An image in the export. */
export interface PlacedImage {
  name: string
  sizeBytes: number
  path: string
  mimeType: ImageType
}

/**
 * Writes a stored image into the export. Its file name is `name` with the extension of its type.
 * @returns undefined when the storage does not contain the image
 */
export async function placeImage(
  placer: FilePlacer,
  storageName: string,
  folder: string,
  name: string,
): Promise<PlacedImage | undefined> {
  const arriving = join(folder, `${name}.part`)
  const sizeBytes = await placer.place(storageName, arriving, { isOwn: false })
  if (sizeBytes === undefined) return undefined
  const mimeType = imageTypeOf(await headOf(arriving)) ?? 'image/jpeg'
  const full = `${name}.${EXTENSION_OF[mimeType]}`
  await rename(arriving, join(folder, full))
  return { name: full, sizeBytes, path: join(folder, full), mimeType }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(12)
    await file.read(head, 0, head.length, 0)
    return head
  } finally {
    await file.close()
  }
}

/** Whether an audio file contains an image that differs from this one. False for a file without an image. */
export async function hasOtherImage(
  path: string,
  { cover: embedded }: ReadAudio,
  image: PlacedImage,
): Promise<boolean> {
  if (embedded === undefined) return false
  const bytes = await readEmbeddedCover(path, embedded)
  return bytes !== undefined && !bytes.equals(await readFile(image.path))
}
