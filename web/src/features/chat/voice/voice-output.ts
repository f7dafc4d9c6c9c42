/**
 * Called with `true` when a voice message begins to be recorded or played, with `false` when the last one
 * ends.
 */
type VoiceListener = (isTaken: boolean) => void

const listeners = new Set<VoiceListener>()
let claims = 0

function notify(isTaken: boolean): void {
  for (const listener of listeners) listener(isTaken)
}

/** Calls back when a voice needs silence around it, and when it does not any more. Returns the way to stop. */
export function onVoice(listener: VoiceListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Requests silence. Returns the way to give it back; once is enough. */
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
