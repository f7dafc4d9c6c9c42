import type { StoreApi } from 'zustand/vanilla'
import { isEncoding } from '#client/qualities.ts'
import type { CrossfadedSound } from '../sound/crossfaded-sound.ts'
import type { GainOf } from '../sound/output/amplifier.ts'
import { isAccessLost, type LoadOutcome } from './after-failure.ts'
import { hasRoom, type LoadAhead } from './load-ahead.ts'
import type { StreamUrl } from './playback-effects.ts'
import type { PlaybackEvent, PlaybackPhase } from './playback-state.ts'
import type { PlayedTime } from './played-time.ts'
import { isSounding, type PlayerState } from './player-state.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'

/**
 * Plays one track at a time: requests its URL, opens the file, retries after failures, and updates times and status in
 * the state.
 */
export interface Playback {
  /**
   * Plays the current track from its position.
   * @param isAfterFailure - whether the player itself starts the track, because another one has failed
   */
  start: (isAfterFailure?: boolean) => void
  /** Plays the same track again from its beginning. */
  again: () => void
  /** Resumes at the current position. */
  resume: () => void
  pause: () => void
  /** Opens the current track at this second without playing it; `resume` then plays it at once. */
  cue: (seconds: number) => void
  /** What is audible at this moment. */
  soundNow: () => SoundNow
  /** Moves to this second of the track; playback is not paused. */
  seek: (seconds: number) => void
  /** Stops, and returns to the beginning of the track. */
  rest: () => void
  /** Sets the expected next track, which is preloaded when the playing track does not need the connection. */
  expect: (track: Track | undefined) => void
  /**
   * Call this when the listener may start this track soon. The beginning of its file is preloaded, unless the playing
   * track needs the connection or the server would have to encode the file.
   */
  ready: (track: Track) => void
  /** Drops the preloaded file; the expected next track stays the same. */
  dropLoaded: () => void
  /** Drops the preloaded file, and closes the open one if the server does not give it to the listener any more. */
  checkAccess: () => Promise<void>
  setVolume: (volume: number, isMuted: boolean) => void
  setGains: (gainOf: GainOf) => void
  setRate: (rate: number) => void
  /** Sets for how many seconds the current track fades into the expected one; 0 for no crossfade. */
  setCrossfade: (seconds: number) => void
  close: () => void
}

/** What the sound of the current track does at this moment. */
export type SoundNow =
  /** No file is open, or it has failed. */
  | { is: 'closed' }
  /** The file is being opened, or has not enough data. `isToPlay`: it plays as soon as it can. */
  | { is: 'loading'; isToPlay: boolean }
  /** The file is open, silent, and plays at once when it is resumed. */
  | { is: 'ready' }
  /** `audibleSeconds` is undefined during a seek. */
  | { is: 'playing'; audibleSeconds: number | undefined }
  /** The server cannot be reached; playback resumes by itself. */
  | { is: 'disconnected' }

interface CommandParts {
  state: StoreApi<PlayerState>
  played: PlayedTime
  sound: Pick<
    CrossfadedSound,
    'audibleSeconds' | 'hasSound' | 'seek' | 'setVolume' | 'setGains' | 'setRate' | 'setCrossfade' | 'ready'
  >
  ahead: Pick<LoadAhead, 'expect' | 'forget' | 'holds' | 'take'>
  isOpen: () => boolean
  phase: () => PlaybackPhase['name']
  streamUrl: StreamUrl
  probeTrack: (file: string) => Promise<LoadOutcome>
  happened: (event: PlaybackEvent) => void
  /** Starts the Web Audio mixer; called within the user gesture that starts music. */
  wake: () => void
}

/** Converts the player's commands to events of the state machine in `playback-machine.ts`. */
export function createCommands(parts: CommandParts): Playback {
  const { state, played, sound, ahead, isOpen, streamUrl, probeTrack, happened, wake } = parts
  const get = () => state.getState()

  function start(isAfterFailure: boolean) {
    const file = get().track?.file
    if (file === undefined) return
    wake()
    played.restart()
    state.setState({ needsPress: false })
    happened({ type: 'start', isAfterFailure, isLoaded: takeLoaded(file) })
  }

  /** Switches to the file if it was preloaded; returns whether that was possible. */
  function takeLoaded(file: string): boolean {
    const loaded = ahead.take(file)
    if (!loaded) return false
    const { durationSeconds, bufferedSeconds } = loaded
    state.setState({
      positionSeconds: 0,
      bufferedSeconds,
      ...(durationSeconds !== undefined && { durationSeconds }),
    })
    return true
  }

  function seek(seconds: number) {
    happened({ type: 'seek' })
    state.setState({ positionSeconds: seconds })
    if (isOpen()) sound.seek(seconds)
  }

  function resume() {
    if (get().track?.file === undefined) return
    wake()
    state.setState({ needsPress: false })
    happened({ type: 'resume' })
  }

  return {
    resume,
    seek,
    expect: ahead.expect,
    dropLoaded: ahead.forget,
    async checkAccess() {
      ahead.forget()
      const { track, isFollowing } = get()
      const file = track?.file
      // In a listening room, the server marks the entries that are closed.
      if (file === undefined || isFollowing) return
      const loadOutcome = await probeTrack(file)
      if (get().track?.file === file && isAccessLost(loadOutcome))
        happened({ type: 'accessLost', loadOutcome })
    },
    setVolume: sound.setVolume,
    setGains: sound.setGains,
    setRate: sound.setRate,
    setCrossfade: sound.setCrossfade,
    start: (isAfterFailure = false) => start(isAfterFailure),
    again() {
      const file = get().track?.file
      if (file !== undefined && takeLoaded(file)) {
        happened({ type: 'start', isAfterFailure: false, isLoaded: true })
        return
      }
      seek(0)
      resume()
    },
    ready(wanted) {
      const { track, status } = get()
      if (!isPlayable(wanted) || wanted.file === track?.file || ahead.holds(wanted.file)) return
      if (isSounding(status) && !hasRoom(get())) return
      const address = streamUrl(wanted, 'first')
      if (typeof address === 'string' && !isEncoding(address)) sound.ready(address)
    },
    pause: () => happened({ type: 'pause' }),
    cue(seconds) {
      const file = get().track?.file
      if (file === undefined) return
      happened({ type: 'pause' })
      played.restart()
      const isLoaded = takeLoaded(file)
      state.setState({ needsPress: false, positionSeconds: seconds })
      happened({ type: 'cue', isLoaded })
      if (isLoaded && seconds > 0) sound.seek(seconds)
    },
    soundNow: () => soundIn(parts.phase(), sound),
    rest() {
      happened({ type: 'rest' })
      played.restart()
      state.setState({ positionSeconds: 0 })
    },
    close: () => happened({ type: 'close' }),
  }
}

function soundIn(
  phase: PlaybackPhase['name'],
  sound: Pick<CrossfadedSound, 'audibleSeconds' | 'hasSound'>,
): SoundNow {
  switch (phase) {
    case 'closed':
    case 'disconnected':
      return { is: phase }
    case 'paused':
      return sound.hasSound() && sound.audibleSeconds() !== undefined
        ? { is: 'ready' }
        : { is: 'loading', isToPlay: false }
    case 'cueing':
      return { is: 'loading', isToPlay: false }
    case 'playing':
      return { is: 'playing', audibleSeconds: sound.audibleSeconds() }
    default:
      return { is: 'loading', isToPlay: true }
  }
}
