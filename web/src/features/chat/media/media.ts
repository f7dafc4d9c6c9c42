import { CHAT_IMAGE_MAX_BYTES, notForChat, brokenChatImage } from '@tonarchiv/contract/chat'
import { formatSize } from '#format.ts'
import type { OwnMedia } from '../state/outgoing.ts'

/** Image types that the server accepts. See docs/product.md §12.3. */
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']
export const IMAGES_ACCEPTED = PICTURES.join(',')

/** Why a file cannot be sent as an image; undefined when it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PICTURES.includes(type)) return notForChat.text
  if (size > CHAT_IMAGE_MAX_BYTES)
    return `Das Bild darf höchstens ${formatSize(CHAT_IMAGE_MAX_BYTES)} groß sein`
  return undefined
}

/** The files of a paste or a drop. */
export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])]
}

/**
 * Reads the size of an image and creates its preview, which is used until the server has stored it.
 * @throws Error with a German text when it is not an image
 */
export async function imageOf(file: File): Promise<OwnMedia> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(address)
    throw new Error(brokenChatImage.text)
  }
  return {
    kind: 'image',
    file,
    address,
    width: image.naturalWidth,
    height: image.naturalHeight,
  }
}

/** Limits of an image's size in the list, CSS pixels. */
const WIDEST = 296
const HIGHEST = 340
const SMALLEST = 72

/** The size of an image in the list; the space is reserved until it has loaded. */
export function shownSize(width: number | null | undefined, height: number | null | undefined) {
  if (!width || !height) return { width: WIDEST, height: Math.round((WIDEST * 2) / 3) }
  const scale = Math.min(1, WIDEST / width, HIGHEST / height)
  return {
    width: Math.max(SMALLEST, Math.round(width * scale)),
    height: Math.max(SMALLEST, Math.round(height * scale)),
  }
}
