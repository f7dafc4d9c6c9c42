import { useEffect, useState } from 'react'

/** Phones of one maker give the whole screen to a video element only, with controls of their own. */
function enterNative(box: HTMLElement): void {
  const video = box.querySelector('video')
  const enter: unknown = video ? Reflect.get(video, 'webkitEnterFullscreen') : undefined
  if (typeof enter === 'function') Reflect.apply(enter, video, [])
}

/** Gives an element the whole screen, or takes it back. */
export function toggleFullscreen(box: HTMLElement): void {
  if (document.fullscreenElement === box) void document.exitFullscreen()
  // Where the system refuses it, everything stays as it is.
  else if (document.fullscreenEnabled) box.requestFullscreen().catch(() => undefined)
  else enterNative(box)
}

/** Whether this element has the whole screen. */
export function useIsFull(box: HTMLElement | null): boolean {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const changed = () => setIsFull(box !== null && document.fullscreenElement === box)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [box])
  return isFull
}
