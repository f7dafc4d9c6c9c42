/**
 * Called with `true` when the first voice message starts recording or playing, and with `false` when the last one has
 * ended.
 */
type VoiceListener = (isTaken: boolean) => void

const listeners = new Set<VoiceListener>()
let claims = 0

function notify(isTaken: boolean): void {
  for (const listener of listeners) listener(isTaken)
}

/**
 * Subscribes to the start and end of voice output, during which other sounds must pause.
 * @returns a function that unsubscribes
 */
export function onVoice(listener: VoiceListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Requests that other sounds pause. Returns a function that releases the request; calling it again has no effect. */
export function claimVoiceOutput(): () => void {
  claims += 1
  if (claims === 1) notify(true)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    claims -= 1
    if (claims === 0) notify(false)
  }
}
