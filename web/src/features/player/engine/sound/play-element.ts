import type { AudioElement } from './audio-element.ts'

/**
 * Starts the element. When the browser refuses to start, `onRejected` and then `onPaused` are called; other errors are
 * reported by events of the element.
 */
export function playElement(
  element: AudioElement,
  { onRejected, onPaused }: { onRejected: () => void; onPaused: () => void },
): void {
  element.play().catch((refused: unknown) => {
    if (!(refused instanceof DOMException) || refused.name !== 'NotAllowedError') return
    onRejected()
    onPaused()
  })
}
