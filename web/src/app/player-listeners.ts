import { thePlayer } from '#features/player/index.ts'
import { createPlayLog, keepSendingPlays, recordListened } from '#features/plays/index.ts'

type Listener = Parameters<ReturnType<typeof thePlayer>['listen']>[0]

/** Passes on what the player tells. Returns the way to stop. */
export function connectPlayerListeners(): () => void {
  const connections = [
    keepSendingPlays(),
    thePlayer().listen(createPlayLog(recordListened)),
    thePlayer().listen(passOnWhatSounds),
  ]
  return () => {
    for (const disconnect of connections) disconnect()
  }
}

/** Scrobbling comes with the first track; without a line it does not, and nothing depends on it. */
const passOnWhatSounds: Listener = (announced) => {
  import('#features/scrobbling/index.ts')
    .then(({ tellWhatSounds }) => tellWhatSounds(announced))
    .catch(() => undefined)
}
