/** Told `true` when a voice begins to be recorded or played, `false` when the last one ends. */
type FloorListener = (isTaken: boolean) => void

const listeners = new Set<FloorListener>()
let holders = 0

function tell(isTaken: boolean): void {
  for (const listener of listeners) listener(isTaken)
}

/** Calls back when a voice needs silence around it, and when it does not any more. Returns the way to stop. */
export function onVoice(listener: FloorListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for silence. Returns the way to give it back; once is enough. */
export function takeFloor(): () => void {
  holders += 1
  if (holders === 1) tell(true)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    if (holders === 0) tell(false)
  }
}
