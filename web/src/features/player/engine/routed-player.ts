import { createStore } from 'zustand/vanilla'
import type { Player } from './player.ts'
import type { PlayerState } from './playback/player-state.ts'

/**
 * The player that screens use. It forwards commands to the player of this tab, to a device that this tab controls, or
 * to the listening room of this tab.
 */
export interface RoutedPlayer extends Player {
  /** Forwards all commands to this player, and shows the state of that player. `undefined`: the player of this tab. */
  route: (to: Player | undefined) => void
  /** As `route`, for the listening room of this tab. The room takes precedence over a device that the tab controls. */
  routeToRoom: (to: Player | undefined) => void
}

/**
 * Creates the player that screens use. Events, preloading, the playback rate, the sleep timer and the end of the
 * session always concern the player of this tab.
 */
export function routePlayer(own: Player): RoutedPlayer {
  const state = createStore<PlayerState>(() => own.state.getState())
  let device: Player | undefined
  let room: Player | undefined
  let active = own
  const follow = () => active.state.subscribe((now) => state.setState(now, true))
  let unfollow = follow()

  function activate(): void {
    unfollow()
    active = room ?? device ?? own
    state.setState(active.state.getState(), true)
    unfollow = follow()
  }

  return {
    state,
    route(to) {
      device = to
      activate()
    },
    routeToRoom(to) {
      room = to
      activate()
    },
    choose: (...given) => active.choose(...given),
    playAll: (...given) => active.playAll(...given),
    toggle: () => active.toggle(),
    pause: () => active.pause(),
    next: () => active.next(),
    previous: () => active.previous(),
    seekToPercent: (percent) => active.seekToPercent(percent),
    seekToSeconds: (seconds) => active.seekToSeconds(seconds),
    setVolume: (volume) => active.setVolume(volume),
    toggleMute: () => active.toggleMute(),
    cycleRepeat: () => active.cycleRepeat(),
    toggleShuffle: () => active.toggleShuffle(),
    enqueue: (...given) => active.enqueue(...given),
    enqueueAll: (...given) => active.enqueueAll(...given),
    removeUpcoming: (keys) => active.removeUpcoming(keys),
    moveUpcoming: (...given) => active.moveUpcoming(...given),
    clearUpcoming: () => active.clearUpcoming(),
    playUpcoming: (key) => active.playUpcoming(key),
    playInBetween: (track) => active.playInBetween(track),
    setOrder: (order) => active.setOrder(order),
    setQueue: (queue) => active.setQueue(queue),
    restore: (resumed) => active.restore(resumed),
    ready: (track) => active.ready(track),
    setRate: own.setRate,
    setGains: own.setGains,
    setCrossfade: own.setCrossfade,
    setFade: own.setFade,
    stopAfterTrack: own.stopAfterTrack,
    stopsAfterTrack: own.stopsAfterTrack,
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
