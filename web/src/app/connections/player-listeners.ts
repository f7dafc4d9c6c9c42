import { getOwnPlayer } from '#features/player/index.ts'
import { createPlayLog, startPlaySender, recordListened } from '#features/plays/index.ts'
import { followConnection } from './reconnection.ts'

type Listener = Parameters<ReturnType<typeof getOwnPlayer>['listen']>[0]

/**
 * Forwards the player's events to other features.
 * @returns a function that stops it
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

/** Loads the scrobbling chunk with the first track. Playback does not depend on it: errors are ignored. */
const passOnWhatSounds: Listener = (announced) => {
  import('#features/scrobbling/index.ts')
    .then(({ nowPlayingListener }) => nowPlayingListener(announced))
    .catch(() => undefined)
}
