import type { AudioElement } from './audio-element.ts'

/** Starts the element. A rejection by the browser is reported as a pause; other errors are events of the element. */
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
