/**
 * Called with `true` when a voice message starts to be recorded or played, with `false` when the last one has ended.
 */
type VoiceListener = (isTaken: boolean) => void

const listeners = new Set<VoiceListener>()
let claims = 0

function notify(isTaken: boolean): void {
  for (const listener of listeners) listener(isTaken)
}

/**
 * Calls back when a voice message needs other sounds paused, and when it no longer does. Returns a function that
 * unsubscribes.
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
