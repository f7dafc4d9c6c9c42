import { useEffect, useState } from 'react'

/**
 * Enters fullscreen on an iPhone, which supports that only for a video element, with the controls of the operating
 * system.
 */
function enterNative(box: HTMLElement): void {
  const video = box.querySelector('video')
  const enter: unknown = video ? Reflect.get(video, 'webkitEnterFullscreen') : undefined
  if (typeof enter === 'function') Reflect.apply(enter, video, [])
}

/** Enters or leaves fullscreen. */
export function toggleFullscreen(box: HTMLElement): void {
  if (document.fullscreenElement === box) void document.exitFullscreen()
  // If the browser refuses, nothing happens.
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
