import { useEffect, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { coverSource } from '#ui/components/images/Cover.tsx'
import { whenIdle } from '#ui/dom/idle.ts'
import { cachedTone, toneOfImage } from '#ui/dom/image-tone.ts'

/**
 * The main colour of a cover, which is read from the smallest version of the image when the browser is idle; undefined
 * while it is not known.
 */
export function useCoverTone(cover: string): string | undefined {
  const [tone, setTone] = useState(() => cachedTone(cover))
  useEffect(() => {
    if (tone !== undefined || !/\/api\/(?:cover|playlist-cover)\//.test(cover)) return undefined
    const image = new Image()
    const read = () => setTone(toneOfImage(cover, image))
    const stopWaiting = whenIdle(() => {
      const { src, srcSet } = coverSource(imageUrl(cover), 0)
      const smallest = srcSet?.split(' ')[0] ?? src
      if (/^https?:/.test(smallest)) image.crossOrigin = 'anonymous'
      image.addEventListener('load', read)
      image.src = smallest
    })
    return () => {
      stopWaiting()
      image.removeEventListener('load', read)
    }
  }, [cover, tone])
  return tone
}
