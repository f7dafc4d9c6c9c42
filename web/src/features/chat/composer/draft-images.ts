import { ALBUM_MAX } from '@tonarchiv/contract/chat'
import type { OwnMedia } from '../state/outgoing.ts'
import { allDrafts, changeDraft, useDraft } from './draft.ts'

let lastOrder = 0

/**
 * Attaches an image to the next message of a conversation.
 * @returns false when the maximum number is attached already
 */
export function addImage(conversation: string, image: OwnMedia): boolean {
  const images = allDrafts().get(conversation)?.images ?? []
  if (images.length >= ALBUM_MAX) return false
  lastOrder = Math.max(lastOrder, ...images.map(({ order = 0 }) => order)) + 1
  changeDraft(conversation, () => ({ images: [...images, { ...image, order: lastOrder }] }))
  return true
}

/** Moves an image to this index among the images. */
export function moveImage(address: string, to: number): void {
  useDraft.setState(({ images }) => {
    const from = images.findIndex((image) => image.address === address)
    const image = images[from]
    if (image === undefined || from === to) return {}
    const moved = images.toSpliced(from, 1).toSpliced(to, 0, image)
    return { images: moved.map((each, index) => Object.assign({}, each, { order: index + 1 })) }
  })
}

export function removeImage(address: string): void {
  URL.revokeObjectURL(address)
  useDraft.setState(({ images }) => ({ images: images.filter((each) => each.address !== address) }))
}
