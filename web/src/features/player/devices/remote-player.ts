import type { PlayerCommand } from '@tonarchiv/contract/play-devices'
import type { StoreApi } from 'zustand/vanilla'
import type { PlayOrder } from '../order/play-order.ts'
import { playInBetween, playUpcoming } from '../order/upcoming.ts'
import { createPlayChecks } from '../engine/play-checks.ts'
import { createPlayCommands } from '../engine/play-commands.ts'
import type { PlayerState } from '../engine/playback/player-state.ts'
import type { Player } from '../engine/player.ts'
import { acceptedVolume } from '../engine/volume.ts'
import type { Expected } from './device-role.ts'

export interface RemoteParts {
  /** The state of the controlled device. */
  state: StoreApi<PlayerState>
  /** Sends a command to the controlled device. Until the device answers, the state `expected` is shown. */
  send: (command: PlayerCommand, expected: Expected) => void
  /** Makes the controlled device play the current track of this order from the beginning. */
  start: (order: PlayOrder) => void
  /** Saves a change of the upcoming tracks on the server, where the controlled device reads it. */
  save: () => void
  isLoggedIn: () => boolean
  showError: (text: string) => void
}

/**
 * A player whose commands control the player of another device. Playback is changed by sending commands. Upcoming
 * tracks are changed in this tab and saved; the other device then reads them from the server. This tab plays no sound
 * and emits no player events, so that a play is not counted twice.
 */
export function createRemotePlayer(own: Player, parts: RemoteParts): Player {
  const { state, send, start, save } = parts
  const get = () => state.getState()
  const { isRefused, isUnplayable } = createPlayChecks({
    ...parts,
    // Never called: without a connection no device is controlled.
    showAway: () => undefined,
  })
  const resume = () => send({ name: 'play' }, { status: 'loading' })
  const pause = () => send({ name: 'pause' }, { status: 'loading' })
  const seek = (seconds: number) => send({ name: 'seek', seconds }, { position_seconds: seconds })
  /** Wraps a function that changes the upcoming tracks: after the change, it is saved. */
  const saved =
    <Given extends unknown[], Result>(change: (...given: Given) => Result) =>
    (...given: Given): Result => {
      const result = change(...given)
      save()
      return result
    }
  return {
    state,
    ...createPlayCommands(
      state,
      { pause, resume, seek },
      { playFrom: start, playOrRest: (order) => (order ? start(order) : undefined) },
      { isRefused, isUnplayable },
    ),
    pause,
    next: () => send({ name: 'next' }, { status: 'loading', position_seconds: 0 }),
    previous: () => send({ name: 'previous' }, { status: 'loading', position_seconds: 0 }),
    setVolume(given) {
      const volume = acceptedVolume(given)
      if (volume !== undefined) send({ name: 'volume', volume, muted: false }, { volume, muted: false })
    },
    toggleMute() {
      const { volume, isMuted } = get()
      send({ name: 'volume', volume, muted: !isMuted }, { muted: !isMuted })
    },
    playUpcoming(key) {
      const order = playUpcoming(own.state.getState().order, key)
      if (order && !isRefused()) start(order)
    },
    playInBetween(track) {
      if (!isUnplayable(track) && !isRefused()) start(playInBetween(own.state.getState().order, track))
    },
    cycleRepeat: saved(own.cycleRepeat),
    toggleShuffle: saved(own.toggleShuffle),
    enqueue: saved(own.enqueue),
    enqueueAll: saved(own.enqueueAll),
    removeUpcoming: (keys) => saved(saved(own.removeUpcoming)(keys)),
    moveUpcoming: saved(own.moveUpcoming),
    clearUpcoming: () => saved(saved(own.clearUpcoming)()),
    setOrder: saved(own.setOrder),
    setQueue: saved(own.setQueue),
    // Sets the order in the player of this tab, which stays paused; the account's play state is saved from there.
    restore: own.restore,
    // These settings apply only to the sound of this tab.
    setRate: own.setRate,
    setGains: own.setGains,
    setCrossfade: own.setCrossfade,
    setFade: own.setFade,
    stopAfterTrack: own.stopAfterTrack,
    stopsAfterTrack: own.stopsAfterTrack,
    ready: () => undefined,
    dropLoaded: own.dropLoaded,
    checkAccess: own.checkAccess,
    stop: own.stop,
    beginFollowing: own.beginFollowing,
    endFollowing: own.endFollowing,
    cue: own.cue,
    playCued: own.playCued,
    soundNow: own.soundNow,
    correctRate: own.correctRate,
    listen: own.listen,
  }
}
