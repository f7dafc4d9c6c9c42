import type { StoreApi } from 'zustand/vanilla'
import type { SoundEvents } from '../sound/audio.ts'
import { hasRoom } from './load-ahead.ts'
import type { PlaybackEvent } from './playback-state.ts'
import type { PlayedTime } from './played-time.ts'
import type { PlayerState } from './player-state.ts'
import { OVERCOME_AFTER } from './retries.ts'

/**
 * If the header of a file states a duration that is shorter than that of the archive by more than this many seconds,
 * the next track is not started early.
 */
const LENGTH_SLACK = 0.3

interface SoundEventParts {
  state: StoreApi<PlayerState>
  played: PlayedTime
  isOpen: () => boolean
  happened: (event: PlaybackEvent) => void
  onListened: () => void
  /** Called when the playing track does not need the connection, so that another file may be loaded. */
  onRoom: () => void
}

/** Updates the times in the state, counts the listened time, and passes all other events to the state machine. */
export function createSoundEvents({
  state,
  played,
  isOpen,
  happened,
  onListened,
  onRoom,
}: SoundEventParts): SoundEvents {
  const get = () => state.getState()
  const isPlaying = () => get().status === 'playing'
  return {
    onTime(positionSeconds) {
      if (!isOpen()) return
      state.setState({ positionSeconds })
      if (!isPlaying()) return
      if (played.at(positionSeconds, get().rate)) onListened()
      if (played.seconds() > OVERCOME_AFTER) happened({ type: 'overcome' })
    },
    onLength(durationSeconds) {
      if (isOpen()) state.setState({ durationSeconds })
    },
    onBuffered(bufferedSeconds) {
      if (!isOpen()) return
      state.setState({ bufferedSeconds })
      if (isPlaying() && hasRoom(get())) onRoom()
    },
    onJump: played.jump,
    onPlaying: () => happened({ type: 'soundPlaying' }),
    onWaiting: () => happened({ type: 'soundWaiting' }),
    onRejected: () => state.setState({ needsPress: true }),
    onPaused: () => happened({ type: 'soundPaused' }),
    onNearlyEnded() {
      const { track, durationSeconds, rate } = get()
      // The header of the file states too short a duration: the next track must not start before the file has really
      // ended.
      if (!track || track.durationSeconds - durationSeconds > LENGTH_SLACK) return
      // The rest of this track fades out while the next one already plays; that rest counts as listened.
      if (isPlaying() && played.at(durationSeconds, rate)) onListened()
      happened({ type: 'soundEnded' })
    },
    onEnded: () => happened({ type: 'soundEnded' }),
    onFailure: (failure) =>
      happened({ type: 'soundFailed', failure, positionSeconds: get().positionSeconds }),
  }
}
