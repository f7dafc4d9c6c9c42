import { keyRequired } from '@tonarchiv/contract/refusal'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { stepForward, type PlayOrder } from '../order/play-order.ts'
import { playInBetween, playUpcoming } from '../order/upcoming.ts'
import type { LoadOutcome } from './playback/after-failure.ts'
import { createFollowCommands, type FollowCommands } from './follow-commands.ts'
import { createOrderCommands, type OrderCommands, type Subject } from './order-commands.ts'
import { createPlayChecks } from './play-checks.ts'
import { createPlayCommands, type PlayCommands } from './play-commands.ts'
import { createPlayback, type PlayerEvent, type PlaybackDependencies } from './playback/playback.ts'
import { silence, type PlayerState } from './playback/player-state.ts'
import { canStart, type Track } from '#features/tracks/index.ts'
import { unplayableFormat } from './unplayable-format.ts'
import { acceptedRate } from './rate.ts'
import type { GainOf } from './sound/output/amplifier.ts'
import { waiting, type ResumeState } from './resume-state.ts'
import { createTransitions, type TransitionCommands } from './transitions.ts'
import { createTurns } from './turns.ts'
import { createVolumeCommands, type VolumeCommands } from './volume-commands.ts'

/** What the player needs from the application. */
export interface PlayerDependencies extends PlaybackDependencies {
  isLoggedIn: () => boolean
  firstVolume: number
  saveVolume: (volume: number) => void
  firstRate: number
  saveRate: (rate: number) => void
  /** Sets whether the pitch stays the same at playback rates other than 1. */
  keepPitch?: (isKept: boolean) => void
  /** Loads the first songs of the archive, in the order of the song list. */
  songList: () => Promise<readonly Track[]>
  /** Whether the browser can probably play this media type. */
  canPlay: (type: string) => boolean
  showMessage: (text: string, about: Subject) => void
  showError: (text: string) => void
  /** Called when the listener chooses a track that is not on this device while there is no connection. */
  showAway: () => void
}

export type { ResumeState } from './resume-state.ts'

export interface Player
  extends PlayCommands, VolumeCommands, OrderCommands, TransitionCommands, FollowCommands {
  state: StoreApi<PlayerState>
  pause: () => void
  /** Preloads the beginning of this track, because the listener may start it soon. */
  ready: (track: Track) => void
  /** Plays an upcoming entry, of the queue or of the list, by its key. */
  playUpcoming: (key: string) => void
  /** Plays a track immediately; afterwards playback continues with the queue and the list as before. */
  playInBetween: (track: Track) => void
  /** Loads this state into the player; playback stays paused. */
  restore: (state: ResumeState) => void
  /** Changes the upcoming tracks; the current track continues. */
  setOrder: (order: PlayOrder) => void
  /** Replaces the queued tracks. */
  setQueue: (queue: PlayOrder['queue']) => void
  /** Drops the preloaded files, because the listener has chosen another format. */
  dropLoaded: () => void
  /**
   * Drops the preloaded files, and stops the current track if the server does not give its file to the listener any
   * more. Call this when the rights of the account have changed.
   */
  checkAccess: () => Promise<void>
  /**
   * Sets the function that returns the gain of each file: the factor by which it is louder or quieter than the volume.
   */
  setGains: (gainOf: GainOf) => void
  /** Sets the playback rate; the pitch does not change. */
  setRate: (rate: number) => void
  /** Stops and resets the player to the state before the first track; used on logout. */
  stop: () => void
  /** Whether playback stops after the current track. */
  stopsAfterTrack: () => boolean
  /** Registers a listener for the player's events; returns a function that removes the listener. */
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
      // If the next playable track is the one that has just failed, it is not played: it would fail again.
      if (following && !isAtSamePosition(following, order)) turns.playFrom(following, true)
    },
  })
  const transitions = createTransitions(() => turns.expectNext())
  const turns = createTurns(state, playback, dependencies.songList, (order) =>
    state.getState().isFollowing ? 0 : transitions.crossfadeIn(order),
  )
  const following = createFollowCommands(state, playback, turns, dependencies.keepPitch)
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
    stopsAfterTrack: transitions.isLast,
    ...following.commands,
    dropLoaded: playback.dropLoaded,
    checkAccess: playback.checkAccess,
    setGains: playback.setGains,
    setRate(given) {
      const rate = acceptedRate(given)
      if (rate === undefined || state.getState().isFollowing) return
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
      if (following.setAside(resumed)) return
      playback.close()
      state.setState({ ...waiting(resumed), bufferedSeconds: 0 })
      turns.setOrder(resumed.order)
    },
    setOrder: turns.setOrder,
    setQueue: (queue) => turns.setOrder({ ...state.getState().order, queue }),
    stop() {
      following.forget()
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
  if (loadOutcome === 'closed') return `„${track?.title ?? ''}“ öffnet dein Schlüssel nicht`
  const unplayable = loadOutcome === 'there' && track ? unplayableFormat(track, canPlay) : undefined
  return unplayable ?? 'Fehler beim Abspielen des Tracks'
}

function isAtSamePosition(one: PlayOrder, other: PlayOrder): boolean {
  return one.position === other.position && one.inBetween === other.inBetween
}
