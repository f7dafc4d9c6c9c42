import type { LoadOutcome } from './after-failure.ts'
import type { Sound } from '../sound/audio.ts'
import { watchConnection } from './connection-watch.ts'
import type { Attempt, PlaybackEffect, PlaybackEvent, PlaybackState } from './playback-state.ts'
import type { PlayableTrack } from '#features/tracks/index.ts'

/** Milliseconds without sound after which a track counts as failed to load. See docs/product.md §8.6. */
export const LOADING_TIMEOUT = 15_000

/** Returns the URL of a track's file for an attempt to play it. */
export type StreamUrl = (track: PlayableTrack, attempt: Attempt) => Promise<string> | string

export interface EffectParts {
  sound: Pick<Sound, 'open' | 'play' | 'pause' | 'seek'>
  /** Closes the open file and drops the preloaded ones. */
  closeSound: () => void
  /** The current track; undefined if there is none, or if it has no file. */
  track: () => PlayableTrack | undefined
  positionSeconds: () => number
  streamUrl: StreamUrl
  probeTrack: (file: string) => Promise<LoadOutcome>
  emit: (event: 'started' | 'paused' | 'ended') => void
  onEnd: () => void
  onFail: (step: 'next' | 'stop' | 'wait', loadOutcome: LoadOutcome) => void
  /** Handles the events that result from an effect. */
  happened: (event: PlaybackEvent) => void
}

export interface Effects {
  /** Cancels those effects of the previous state that the new state does not need. Call this before `run`. */
  enter: (before: PlaybackState, after: PlaybackState) => void
  run: (effect: PlaybackEffect) => void
}

/** Runs the effects that `playback-machine.ts` returns: controls the sound, sets timers, and calls the server. */
export function createEffects(parts: EffectParts): Effects {
  const { sound, happened } = parts
  let timeout: ReturnType<typeof setTimeout> | undefined
  /** Aborted when the phase of the playback changes, because its effects are valid only within that phase. */
  let phase = new AbortController()

  function run(effect: PlaybackEffect): void {
    switch (effect.type) {
      case 'startTimeout':
        clearTimeout(timeout)
        timeout = setTimeout(() => happened({ type: 'timeout' }), LOADING_TIMEOUT)
        return
      case 'requestAddress':
        return void requestAddress(parts, effect.attempt, phase.signal)
      case 'open':
        sound.open(effect.address, parts.positionSeconds())
        return sound.play()
      case 'load':
        return sound.open(effect.address, parts.positionSeconds())
      case 'play':
        return sound.play()
      case 'pauseSound':
        return sound.pause()
      case 'rewind':
        return sound.seek(0)
      case 'closeSound':
        return parts.closeSound()
      case 'probe':
        return void probe(parts, effect.failure, phase.signal)
      case 'waitForRetry': {
        const timer = setTimeout(() => happened({ type: 'waited' }), effect.pause)
        return phase.signal.addEventListener('abort', () => clearTimeout(timer))
      }
      case 'watchConnection':
        return watch(parts, phase.signal)
      case 'emit':
        return parts.emit(effect.event)
      case 'end':
        return parts.onEnd()
      case 'fail':
        return parts.onFail(effect.step, effect.loadOutcome)
    }
  }

  return {
    run,
    enter(before, after) {
      if (after.phase === before.phase) return
      const { name } = after.phase
      if (name === 'playing' || !('shown' in after.phase || name === 'requesting')) clearTimeout(timeout)
      // In the phase `disconnected` there is no sound, but the server is still polled.
      if (name === 'disconnected') return
      phase.abort()
      phase = new AbortController()
    },
  }
}

async function requestAddress(
  { track, streamUrl, happened }: EffectParts,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const requested = track()
  if (requested === undefined) return
  try {
    const given = streamUrl(requested, attempt)
    // A URL that is available without waiting is opened synchronously, so that it is opened within the user gesture.
    const address = typeof given === 'string' ? given : await given
    if (!signal.aborted) happened({ type: 'address', address })
  } catch {
    if (!signal.aborted) happened({ type: 'noAddress' })
  }
}

async function probe(
  { track, probeTrack, positionSeconds, happened }: EffectParts,
  failure: Extract<PlaybackEffect, { type: 'probe' }>['failure'],
  signal: AbortSignal,
): Promise<void> {
  const probed = track()?.file
  if (probed === undefined) return
  const loadOutcome = await probeTrack(probed)
  if (signal.aborted) return
  happened({ type: 'probed', failure, loadOutcome, positionSeconds: positionSeconds() })
}

function watch({ track, probeTrack, happened }: EffectParts, signal: AbortSignal): void {
  const probed = track()?.file
  if (probed === undefined) return
  const stop = watchConnection(
    async () => (await probeTrack(probed)) !== 'unreachable',
    () => happened({ type: 'reconnected' }),
    () => happened({ type: 'watchExpired' }),
  )
  signal.addEventListener('abort', stop)
}
