import type { StoreApi } from 'zustand/vanilla'
import { isEncoding } from '#client/qualities.ts'
import type { CrossfadedSound } from '../sound/crossfaded-sound.ts'
import type { GainOf } from '../sound/output/amplifier.ts'
import { hasRoom, type LoadAhead } from './load-ahead.ts'
import type { StreamUrl } from './playback-effects.ts'
import type { PlaybackEvent } from './playback-state.ts'
import type { PlayedTime } from './played-time.ts'
import { isSounding, type PlayerState } from './player-state.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'

/**
 * Plays one track at a time: opens its URL, waits for data, retries, and updates the times and status of the state.
 */
export interface Playback {
  /**
   * Plays the current track from its position. `isAfterFailure`: started by the player after a failure, not by the
   * listener.
   */
  start: (isAfterFailure?: boolean) => void
  /** Plays the same track again from its beginning. */
  again: () => void
  /** Resumes at the current position. */
  resume: () => void
  pause: () => void
  /** Continues from this second without pausing. */
  seek: (seconds: number) => void
  /** Stops at the beginning of the track. */
  rest: () => void
  /** Sets the expected next track: it is preloaded when the connection is free. */
  expect: (track: Track | undefined) => void
  /**
   * This track may be started soon: its beginning is loaded unless the playing track needs the connection, or the
   * server would have to encode it.
   */
  ready: (track: Track) => void
  /** Drops the preloaded file; the same track is still expected. */
  dropLoaded: () => void
  setVolume: (volume: number, isMuted: boolean) => void
  setGains: (gainOf: GainOf) => void
  setRate: (rate: number) => void
  /** Seconds in which the track fades into the expected one; 0 for no crossfade. */
  setCrossfade: (seconds: number) => void
  close: () => void
}

interface CommandParts {
  state: StoreApi<PlayerState>
  played: PlayedTime
  sound: Pick<CrossfadedSound, 'seek' | 'setVolume' | 'setGains' | 'setRate' | 'setCrossfade' | 'ready'>
  ahead: Pick<LoadAhead, 'expect' | 'forget' | 'holds' | 'take'>
  isOpen: () => boolean
  streamUrl: StreamUrl
  happened: (event: PlaybackEvent) => void
  /** Called within the user gesture that starts music. */
  wake: () => void
}

/** The player's commands to the playback, as events of the machine. */
export function createCommands(parts: CommandParts): Playback {
  const { state, played, sound, ahead, isOpen, streamUrl, happened, wake } = parts
  const get = () => state.getState()

  function start(isAfterFailure: boolean) {
    const file = get().track?.file
    if (file === undefined) return
    wake()
    played.restart()
    state.setState({ needsPress: false })
    happened({ type: 'start', isAfterFailure, isLoaded: takeLoaded(file) })
  }

  /** Switches to the track's beginning if it was preloaded. */
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
    rest() {
      happened({ type: 'rest' })
      played.restart()
      state.setState({ positionSeconds: 0 })
    },
    close: () => happened({ type: 'close' }),
  }
}
