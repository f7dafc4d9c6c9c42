import { create } from 'zustand'

/** The image that is open in full size. */
export const useImageViewer = create<{ image: { address: string; alt: string } | undefined }>(() => ({
  image: undefined,
}))

export function openImage(address: string, alt: string): void {
  useImageViewer.setState({ image: { address, alt } })
}

export function closeImage(): void {
  useImageViewer.setState({ image: undefined })
}
