import type { AudioElement } from './audio-element.ts'
import type { SoundEvents } from './audio.ts'

/** A rejection by the browser is reported as a pause; other errors are events of the element. */
export function playElement(
  element: AudioElement,
  events: Pick<SoundEvents, 'onRejected' | 'onPaused'>,
): void {
  element.play().catch((refused: unknown) => {
    if (!(refused instanceof DOMException) || refused.name !== 'NotAllowedError') return
    events.onRejected()
    events.onPaused()
  })
}
