import { isSounding } from '../engine/playback/player-state.ts'
import type { Player } from '../engine/player.ts'
import { endSleep, useSleep } from './sleep-store.ts'
import { FADE_SECONDS, fadeAt, secondsLeft } from './sleep-timer.ts'

/** Milliseconds between two steps of the fade-out. */
const FADE_STEP = 100
/** Milliseconds between two checks of the time while the position does not change. */
const LOOK = 1000

/**
 * Pauses this tab's player when the sleep timer has expired. The time is checked whenever the position changes, because
 * timers of a page in the background may be late.
 * @returns a function that disconnects the player
 */
export function connectSleepTimer(player: Player): () => void {
  let looking: ReturnType<typeof setTimeout> | undefined
  let isEnding = false

  function look(): void {
    if (isEnding) return
    clearTimeout(looking)
    const { timer } = useSleep.getState()
    player.stopAfterTrack(timer?.type === 'track')
    if (!timer) {
      player.setFade(1)
      return
    }
    const state = player.state.getState()
    const left = secondsLeft(timer, { ...state, now: Date.now() })
    const plays = isSounding(state.status)
    if (timer.type === 'clock' && left <= 0) {
      isEnding = true
      if (plays) player.pause()
      isEnding = false
      end(plays)
      return
    }
    useSleep.setState({ secondsLeft: Math.ceil(left) })
    player.setFade(plays ? fadeAt(left) : 1)
    looking = setTimeout(look, plays && left <= FADE_SECONDS + LOOK / 1000 ? FADE_STEP : LOOK)
  }

  function end(hasPlayed: boolean): void {
    endSleep(hasPlayed ? player.state.getState().track?.title : undefined)
  }

  const connections = [
    useSleep.subscribe((now, before) => {
      if (now.timer !== before.timer) look()
    }),
    player.state.subscribe((now, before) => {
      const isMoved = now.positionSeconds !== before.positionSeconds || now.status !== before.status
      if (isMoved && useSleep.getState().timer) look()
    }),
    player.listen(({ type }) => {
      // Deferred, so that the player stops after its listeners have handled the event.
      if (type === 'ended' && useSleep.getState().timer?.type === 'track') queueMicrotask(() => end(true))
    }),
  ]
  return () => {
    for (const disconnect of connections) disconnect()
    clearTimeout(looking)
    endSleep(undefined)
    player.stopAfterTrack(false)
    player.setFade(1)
  }
}
