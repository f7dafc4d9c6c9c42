import { useEffect, useRef, type RefObject } from 'react'

/**
 * An image that has neither loaded nor failed after this many milliseconds counts as missing. See docs/product.md
 * §22.2.
 */
const IMAGE_TIMEOUT = 10_000

interface Wait {
  /** When the timeout ends, in milliseconds of `performance.now()`. */
  until: number
  giveUp: () => void
}

/**
 * The images that are loading, in the order in which their timeouts end. One timer serves all of them, because lists
 * contain many images.
 */
const waits = new Map<HTMLImageElement, Wait>()
let timer: ReturnType<typeof setTimeout> | undefined

function waitFor(image: HTMLImageElement, giveUp: () => void): void {
  waits.set(image, { until: performance.now() + IMAGE_TIMEOUT, giveUp })
  timer ??= setTimeout(endWaits, IMAGE_TIMEOUT)
}

function endWaits(): void {
  timer = undefined
  const now = performance.now()
  for (const [image, { until, giveUp }] of waits) {
    if (until > now) {
      timer = setTimeout(endWaits, until - now)
      return
    }
    waits.delete(image)
    if (!image.complete) giveUp()
  }
}

const starts = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/**
 * Calls `start` when an image becomes visible. A browser begins to load a lazy image before it is visible, but the
 * timeout must not start before.
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

/** Calls `giveUp` if the image at `address` has not loaded within 10 s after it became visible. */
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
    const start = () => waitFor(image, () => giveUpNow.current())
    const stopWaiting = image.loading === 'lazy' ? onceShown(image, start) : undefined
    if (stopWaiting === undefined) start()
    const stop = () => {
      stopWaiting?.()
      waits.delete(image)
    }
    image.addEventListener('load', stop, { once: true })
    return () => {
      image.removeEventListener('load', stop)
      stop()
    }
  }, [address])
  return ref
}
