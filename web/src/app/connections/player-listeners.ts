import { getOwnPlayer } from '#features/player/index.ts'
import { createPlayLog, startPlaySender, recordListened } from '#features/plays/index.ts'
import { followConnection } from './reconnection.ts'

type Listener = Parameters<ReturnType<typeof getOwnPlayer>['listen']>[0]

/**
 * Forwards the player's events to other features.
 * @returns a function that stops that
 */
export function connectPlayerListeners(): () => void {
  const connections = [
    startPlaySender(),
    followConnection(),
    getOwnPlayer().listen(createPlayLog(recordListened)),
    getOwnPlayer().listen(passOnWhatSounds),
  ]
  return () => {
    for (const disconnect of connections) disconnect()
  }
}

/**
 * Forwards an event to the scrobbling feature, whose code is loaded with the first event. Errors are ignored, because
 * playback does not depend on it.
 */
const passOnWhatSounds: Listener = (announced) => {
  import('#features/scrobbling/index.ts')
    .then(({ nowPlayingListener }) => nowPlayingListener(announced))
    .catch(() => undefined)
}
