import type { StoreApi } from 'zustand/vanilla'
import type { SoundEvents } from '../sound/audio.ts'
import { hasRoom } from './load-ahead.ts'
import type { PlaybackEvent } from './playback-state.ts'
import type { PlayedTime } from './played-time.ts'
import type { PlayerState } from './player-state.ts'
import { OVERCOME_AFTER } from './retries.ts'

/** Seconds by which a file's duration may be shorter than the archive's and still be accepted. */
const LENGTH_SLACK = 0.3

interface SoundEventParts {
  state: StoreApi<PlayerState>
  played: PlayedTime
  isOpen: () => boolean
  happened: (event: PlaybackEvent) => void
  onListened: () => void
  /** The connection has room for another file. */
  onRoom: () => void
}

/** Updates the state's times, counts the listened time, and passes all other events to the machine. */
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
      // A file whose header declares too short a duration is played to its actual end.
      if (!track || track.durationSeconds - durationSeconds > LENGTH_SLACK) return
      // The rest of the track fades out while the next one already plays.
      if (isPlaying() && played.at(durationSeconds, rate)) onListened()
      happened({ type: 'soundEnded' })
    },
    onEnded: () => happened({ type: 'soundEnded' }),
    onFailure: (failure) =>
      happened({ type: 'soundFailed', failure, positionSeconds: get().positionSeconds }),
  }
}
