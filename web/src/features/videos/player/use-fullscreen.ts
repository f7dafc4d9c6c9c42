import { useEffect, useState } from 'react'

/** iPhones support fullscreen for a video element only, with the system's controls. */
function enterNative(box: HTMLElement): void {
  const video = box.querySelector('video')
  const enter: unknown = video ? Reflect.get(video, 'webkitEnterFullscreen') : undefined
  if (typeof enter === 'function') Reflect.apply(enter, video, [])
}

/** Toggles the fullscreen of an element. */
export function toggleFullscreen(box: HTMLElement): void {
  if (document.fullscreenElement === box) void document.exitFullscreen()
  // A rejection by the browser is ignored.
  else if (document.fullscreenEnabled) box.requestFullscreen().catch(() => undefined)
  else enterNative(box)
}

/** Whether this element is in fullscreen. */
export function useIsFull(box: HTMLElement | null): boolean {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const changed = () => setIsFull(box !== null && document.fullscreenElement === box)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [box])
  return isFull
}
