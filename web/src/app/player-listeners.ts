import { thePlayer } from '#features/player/index.ts'
import { createPlayLog, keepSendingPlays, recordListened } from '#features/plays/index.ts'

/** Passes on what the player tells. Returns the way to stop. */
export function connectPlayerListeners(): () => void {
  const connections = [keepSendingPlays(), thePlayer().listen(createPlayLog(recordListened))]
  return () => {
    for (const disconnect of connections) disconnect()
  }
}
