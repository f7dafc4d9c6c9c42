import { POSITION_SAVED_EVERY } from '@tonarchiv/contract/play-state'
import { isSounding } from '../playback/player-state.ts'
import { createExchange, type ExchangeParts } from './play-state-exchange.ts'

/** Milliseconds until a change is saved, because a press that starts a track has priority. */
const SAVED_AFTER = 500
/** Seconds between two positions that are not playing on. */
const JUMP = 2

interface PlayStateSync {
  /** Saves what is not saved yet, now. */
  flush: () => void
  /** Takes what another device has saved since, unless something plays here. */
  refresh: () => void
  stop: () => void
}

/**
 * Keeps the player and the account's play state on the server the same: takes the saved state once, then saves each
 * change soon and the position every ten seconds. Playing never waits for it; what could not be saved is saved later.
 */
export function syncPlayState(parts: ExchangeParts): PlayStateSync {
  const { state } = parts
  const exchange = createExchange(parts)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false

  function schedule() {
    timer ??= setTimeout(flush, SAVED_AFTER)
  }

  function begin(work: () => Promise<void>) {
    isRunning = true
    work().then(
      () => {
        isRunning = false
        if (exchange.isDue()) schedule()
      },
      // It is repeated with the next change or position.
      () => (isRunning = false),
    )
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (!isRunning && (exchange.isDue() || !exchange.hasBegun())) begin(exchange.run)
  }

  const unsubscribe = state.subscribe((now, before) => {
    const hasJumped = Math.abs(now.positionSeconds - before.positionSeconds) > JUMP
    const hasPaused = isSounding(before.status) && !isSounding(now.status)
    if (hasJumped || hasPaused) exchange.notePosition()
    if (hasJumped || hasPaused || now.order !== before.order) schedule()
  })
  const interval = setInterval(() => {
    if (isSounding(state.getState().status)) exchange.notePosition()
    flush()
  }, POSITION_SAVED_EVERY)
  flush()

  return {
    flush,
    refresh() {
      if (isRunning || exchange.isDue() || !exchange.hasBegun()) return
      if (!isSounding(state.getState().status)) begin(exchange.takeNewer)
    },
    stop() {
      exchange.stop()
      unsubscribe()
      clearInterval(interval)
      clearTimeout(timer)
    },
  }
}
