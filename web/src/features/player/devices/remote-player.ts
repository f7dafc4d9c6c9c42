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
  /** Sends a command; until it is answered, `expected` is shown. */
  send: (command: PlayerCommand, expected: Expected) => void
  /** Lets the device play the current track of this order from its beginning. */
  start: (order: PlayOrder) => void
  /** Saves a change of the upcoming tracks, so that the device can take it over. */
  save: () => void
  isLoggedIn: () => boolean
  showError: (text: string) => void
}

/**
 * Controls the player of another device. Playback is changed by commands. Upcoming tracks are changed and saved here,
 * and the other device takes them from there. This tab plays no sound and emits no events, so that no play is counted
 * twice.
 */
export function createRemotePlayer(own: Player, parts: RemoteParts): Player {
  const { state, send, start, save } = parts
  const get = () => state.getState()
  const { isRefused, isUnplayable } = createPlayChecks({
    ...parts,
    // Without a connection no device is controlled.
    showAway: () => undefined,
  })
  const resume = () => send({ name: 'play' }, { status: 'loading' })
  const pause = () => send({ name: 'pause' }, { status: 'loading' })
  const seek = (seconds: number) => send({ name: 'seek', seconds }, { position_seconds: seconds })
  /** Wraps a change of the upcoming tracks, so that it is saved at once. */
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
    // Changes the order of this tab, which is saved for the account. The player of this tab stays paused.
    restore: own.restore,
    // These concern the sound of this tab.
    setRate: own.setRate,
    setGains: own.setGains,
    setCrossfade: own.setCrossfade,
    setFade: own.setFade,
    stopAfterTrack: own.stopAfterTrack,
    ready: () => undefined,
    dropLoaded: own.dropLoaded,
    stop: own.stop,
    listen: own.listen,
  }
}
