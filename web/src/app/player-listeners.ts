import { thePlayer } from '#features/player/index.ts'
import { createPlayLog, recordListened } from '#features/plays/index.ts'

/** Passes on what the player tells. Returns the way to stop. */
export function connectPlayerListeners(): () => void {
  return thePlayer().listen(createPlayLog((listened) => void recordListened(listened)))
}
