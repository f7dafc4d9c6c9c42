import { keyRequired } from '@tonarchiv/contract/refusal'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { currentTrack, stepForward, type PlayOrder } from '../order/play-order.ts'
import { playInBetween, playUpcoming } from '../order/upcoming.ts'
import type { LoadOutcome } from './playback/after-failure.ts'
import { createOrderCommands, type OrderCommands, type Subject } from './order-commands.ts'
import { createPlayChecks } from './play-checks.ts'
import { createPlayCommands, type PlayCommands } from './play-commands.ts'
import { createPlayback, type PlayerEvent, type PlaybackDependencies } from './playback/playback.ts'
import { silence, type PlayerState } from './playback/player-state.ts'
import { canStart, type Track } from '#features/tracks/index.ts'
import { unplayableFormat } from './unplayable-format.ts'
import { acceptedRate } from './rate.ts'
import type { GainOf } from './sound/output/amplifier.ts'
import { createTransitions, type TransitionCommands } from './transitions.ts'
import { createTurns } from './turns.ts'
import { createVolumeCommands, type VolumeCommands } from './volume-commands.ts'

/** Dependencies of the player. */
export interface PlayerDependencies extends PlaybackDependencies {
  isLoggedIn: () => boolean
  firstVolume: number
  saveVolume: (volume: number) => void
  firstRate: number
  saveRate: (rate: number) => void
  /** The beginning of the archive's songs, in its order. */
  songList: () => Promise<readonly Track[]>
  /** Whether the browser plays this media type, as far as it knows in advance. */
  canPlay: (type: string) => boolean
  showMessage: (text: string, about: Subject) => void
  showError: (text: string) => void
  /** A track was chosen that is not on this device, and there is no connection. */
  showAway: () => void
}

/** The state with which a listener continues. */
export type ResumeState = Pick<PlayerState, 'order' | 'positionSeconds'>

export interface Player extends PlayCommands, VolumeCommands, OrderCommands, TransitionCommands {
  state: StoreApi<PlayerState>
  pause: () => void
  /** This track may be started soon. */
  ready: (track: Track) => void
  /** Plays an entry of the queue or of the list, by its key. */
  playUpcoming: (key: string) => void
  /** Plays a track at once; afterwards playback continues with the queue and the list as before. */
  playInBetween: (track: Track) => void
  /** Puts this state into the player, paused. */
  restore: (state: ResumeState) => void
  /** Changes the upcoming tracks; the current one continues. */
  setOrder: (order: PlayOrder) => void
  /** Replaces the queued tracks. */
  setQueue: (queue: PlayOrder['queue']) => void
  /** Drops what was loaded ahead, because another format was chosen. */
  dropLoaded: () => void
  /** How much louder or quieter than the volume each file is played. */
  setGains: (gainOf: GainOf) => void
  /** Plays faster or slower, with the pitch kept. */
  setRate: (rate: number) => void
  /** Stops as before the first track; used on logout. */
  stop: () => void
  /** Returns a function that unsubscribes. */
  listen: (listener: (event: PlayerEvent) => void) => () => void
}

export function createPlayer(dependencies: PlayerDependencies): Player {
  const { firstVolume, firstRate, isLoggedIn, showError } = dependencies
  const state = createStore<PlayerState>(() => ({
    ...silence(firstVolume, firstRate),
  }))
  const listeners = new Set<(event: PlayerEvent) => void>()
  const playback = createPlayback(state, dependencies, {
    emit: (event) => listeners.forEach((listener) => listener(event)),
    onEnded() {
      const { order } = state.getState()
      if (transitions.isLast()) playback.rest()
      else if (order.repeat === 'one') playback.again()
      else turns.playOrRest(stepForward(order))
    },
    onFailed(step, loadOutcome) {
      const { order, track } = state.getState()
      showError(failureText(loadOutcome, track, dependencies.canPlay))
      const following = step === 'next' ? stepForward(order) : undefined
      // If the next playable track is the failed one again, it would only fail again.
      if (following && !isAtSamePosition(following, order)) turns.playFrom(following, true)
    },
  })
  const transitions = createTransitions(() => turns.expectNext())
  const turns = createTurns(state, playback, dependencies.songList, transitions.crossfadeIn)
  const { isRefused, isUnplayable } = createPlayChecks(dependencies)
  playback.setVolume(firstVolume, false)
  playback.setRate(firstRate)

  return {
    state,
    pause: playback.pause,
    ready(track) {
      if (canStart(track) && isLoggedIn()) playback.ready(track)
    },
    ...createPlayCommands(state, playback, turns, { isRefused, isUnplayable }),
    ...createVolumeCommands(state, playback, dependencies.saveVolume),
    ...createOrderCommands(state, turns.setOrder, dependencies.showMessage, isUnplayable),
    ...transitions.commands,
    dropLoaded: playback.dropLoaded,
    setGains: playback.setGains,
    setRate(given) {
      const rate = acceptedRate(given)
      if (rate === undefined) return
      state.setState({ rate })
      playback.setRate(rate)
      dependencies.saveRate(rate)
    },
    playUpcoming(key) {
      const order = playUpcoming(state.getState().order, key)
      if (order && !isRefused()) turns.playFrom(order)
    },
    playInBetween(track) {
      if (!isUnplayable(track) && !isRefused()) turns.playFrom(playInBetween(state.getState().order, track))
    },
    restore(resumed) {
      playback.close()
      state.setState({ ...waiting(resumed), bufferedSeconds: 0 })
      turns.setOrder(resumed.order)
    },
    setOrder: turns.setOrder,
    setQueue: (queue) => turns.setOrder({ ...state.getState().order, queue }),
    stop() {
      playback.close()
      playback.expect(undefined)
      const { volume, isMuted, rate } = state.getState()
      state.setState({ ...silence(volume, rate), isMuted })
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function failureText(
  loadOutcome: LoadOutcome,
  track: Track | undefined,
  canPlay: PlayerDependencies['canPlay'],
): string {
  if (loadOutcome === 'refused') return keyRequired.text
  const unplayable = loadOutcome === 'there' && track ? unplayableFormat(track, canPlay) : undefined
  return unplayable ?? 'Fehler beim Abspielen des Tracks'
}

function isAtSamePosition(one: PlayOrder, other: PlayOrder): boolean {
  return one.position === other.position && one.inBetween === other.inBetween
}

/** Paused at the position where the listener stopped. */
function waiting({ order, positionSeconds }: ResumeState): Partial<PlayerState> {
  const track = currentTrack(order)
  if (!track) return { order, track, status: 'empty' }
  return { order, track, status: 'paused', positionSeconds, durationSeconds: track.durationSeconds }
}
