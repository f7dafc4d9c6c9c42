import { useEffect, useRef, type RefObject } from 'react'

/**
 * Milliseconds after which an image that neither loads nor fails counts as missing. See docs/product.md
 * §22.2.
 */
const IMAGE_TIMEOUT = 10_000

const starts = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/**
 * Browsers load a lazy image about a window's height before it is visible; the timeout starts when it is
 * visible.
 */
function onceShown(image: HTMLImageElement, start: () => void): () => void {
  observer ??= new IntersectionObserver((entries, self) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      self.unobserve(target)
      starts.get(target)?.()
    }
  })
  starts.set(image, start)
  observer.observe(image)
  return () => observer?.unobserve(image)
}

/** Calls `giveUp` when the image at `address` has not loaded within 10 s. */
export function useImageTimeout(
  address: string | undefined,
  giveUp: () => void,
): RefObject<HTMLImageElement | null> {
  const ref = useRef<HTMLImageElement>(null)
  const giveUpNow = useRef(giveUp)
  useEffect(() => {
    giveUpNow.current = giveUp
  })
  useEffect(() => {
    const image = ref.current
    if (image === null || address === undefined || image.complete) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(() => {
        if (!image.complete) giveUpNow.current()
      }, IMAGE_TIMEOUT)
    }
    const stopWaiting = image.loading === 'lazy' ? onceShown(image, start) : undefined
    if (stopWaiting === undefined) start()
    const stop = () => {
      stopWaiting?.()
      clearTimeout(timer)
    }
    image.addEventListener('load', stop, { once: true })
    return () => {
      image.removeEventListener('load', stop)
      stop()
    }
  }, [address])
  return ref
}
