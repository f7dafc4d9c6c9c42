import type { Album } from '@tonarchiv/contract/catalog'
import { useEffect } from 'react'
import { imageUrl } from '#client/media.ts'
import { coverSource } from '#ui/components/images/Cover.tsx'
import { COVERS_AHEAD, fetchSequentially } from './covers-ahead.ts'

/**
 * Loads the first covers of a list in advance, three at a time.
 * @param width - the width in CSS pixels at which the covers will be rendered
 */
export function useCoversAhead(albums: readonly Album[], width: number): void {
  const addresses = albums.slice(0, COVERS_AHEAD).map(({ albumCover }) => imageUrl(albumCover))
  const list = addresses.join('\n')
  useEffect(() => {
    const coming = new Set<HTMLImageElement>()
    const letGo = (image: HTMLImageElement) => {
      image.remove()
      coming.delete(image)
    }
    const stop = fetchSequentially(list.split('\n'), (address) => {
      const { src, srcSet, sizes } = coverSource(address, width)
      const image = new Image()
      if (/^https?:/.test(src)) image.crossOrigin = 'anonymous'
      image.sizes = sizes ?? ''
      image.srcset = srcSet ?? ''
      image.src = src
      // Chromium frees an image with `sizes` only when the image is removed from the document. So the image is added to
      // the document, and removed when it has loaded.
      image.hidden = true
      image.addEventListener('load', () => letGo(image))
      image.addEventListener('error', () => letGo(image))
      coming.add(image)
      document.body.append(image)
    })
    return () => {
      stop()
      for (const image of coming) letGo(image)
    }
  }, [list, width])
}
