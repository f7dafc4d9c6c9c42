import { create } from 'zustand'

/** An image that can be shown in full size. */
export interface ViewerImage {
  address: string
  alt: string
}

interface OpenImages {
  /** The images of a message, in their order. */
  images: readonly ViewerImage[]
  index: number
  /** The text of the message. */
  caption: string
}

/** The images that are open in full size. */
export const useImageViewer = create<{ open: OpenImages | undefined }>(() => ({ open: undefined }))

export function openImages(images: readonly ViewerImage[], index: number, caption: string): void {
  useImageViewer.setState({ open: { images, index, caption } })
}

export function openImage(image: ViewerImage, caption: string): void {
  openImages([image], 0, caption)
}

/** Shows the image `step` places further, if there is one. */
export function moveInImages(step: number): void {
  useImageViewer.setState(({ open }) => {
    const index = (open?.index ?? 0) + step
    return open?.images[index] === undefined ? {} : { open: { ...open, index } }
  })
}

export function closeImage(): void {
  useImageViewer.setState({ open: undefined })
}
