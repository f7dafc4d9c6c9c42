import { getPlayer } from '#features/player/index.ts'
import { createPlayLog, startPlaySender, recordListened } from '#features/plays/index.ts'

type Listener = Parameters<ReturnType<typeof getPlayer>['listen']>[0]

/** Passes on what the player tells. Returns the way to stop. */
export function connectPlayerListeners(): () => void {
  const connections = [
    startPlaySender(),
    getPlayer().listen(createPlayLog(recordListened)),
    getPlayer().listen(passOnWhatSounds),
  ]
  return () => {
    for (const disconnect of connections) disconnect()
  }
}

/** Scrobbling comes with the first track; without a line it does not, and nothing depends on it. */
const passOnWhatSounds: Listener = (announced) => {
  import('#features/scrobbling/index.ts')
    .then(({ nowPlayingListener }) => nowPlayingListener(announced))
    .catch(() => undefined)
}
