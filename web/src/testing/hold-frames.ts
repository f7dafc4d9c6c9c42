import { vi } from 'vitest'

/** Holds back the callbacks of animation frames, as a busy page does, until the returned function is called. */
export function holdFrames(): () => void {
  const callbacks: FrameRequestCallback[] = []
  const held = vi
    .spyOn(globalThis, 'requestAnimationFrame')
    .mockImplementation((callback) => callbacks.push(callback))
  return () => {
    held.mockRestore()
    for (const callback of callbacks.splice(0)) callback(performance.now())
  }
}
