import { POSITION_SAVED_EVERY } from '@tonarchiv/contract/play-state'
import { isSounding } from '../playback/player-state.ts'
import type { ExchangeParts } from './exchange-parts.ts'
import { createExchange } from './play-state-exchange.ts'

/** Milliseconds until a change is saved, because a press that starts a track has priority. */
const SAVED_AFTER = 500
/** A change of the position by more than this, in seconds, is a seek. */
const JUMP = 2

export interface PlayStateSync {
  /** Saves unsaved changes at once. */
  flush: () => void
  /** Takes what another device has saved since. With a revision, only if that is newer than the one of this tab. */
  refresh: (revision?: number) => void
  /** Saves unsaved changes; false when that has failed. */
  settle: () => Promise<boolean>
  /** Takes the saved state, to continue with it here; false when that has failed. */
  take: () => Promise<boolean>
  stop: () => void
}

/**
 * Synchronises the player with the account's play state on the server. Takes the saved state once, then saves each
 * change soon and the position every ten seconds. Playing never waits for it; changes that could not be saved are saved
 * later.
 */
export function syncPlayState(parts: ExchangeParts): PlayStateSync {
  const { state } = parts
  const exchange = createExchange(parts)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The exchange in progress; this promise is never rejected. */
  let running: Promise<void> | undefined
  /** The newest revision of which the server has sent a notification. */
  let announced = 0
  /** A refresh was requested while another exchange was in progress. */
  let isRefreshDue = false

  function schedule() {
    timer ??= setTimeout(flush, SAVED_AFTER)
  }

  async function begin(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch {
      // A failed exchange is repeated with the next change or position.
      return
    } finally {
      running = undefined
    }
    if (exchange.isDue()) schedule()
    else if (isRefreshDue || exchange.isNewer(announced)) refresh()
  }

  function run(work: () => Promise<void>) {
    running = begin(work)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (!running && (exchange.isDue() || !exchange.hasBegun())) run(exchange.run)
  }

  function refresh(revision?: number) {
    announced = Math.max(announced, revision ?? 0)
    isRefreshDue = running !== undefined && revision === undefined
    if (running || exchange.isDue() || !exchange.hasBegun()) return
    if (revision !== undefined && !exchange.isNewer(revision)) return
    // Each notification causes one read, also when the player does not take the state.
    announced = 0
    run(exchange.takeNewer)
  }

  /** Runs this once no other exchange is in progress; false when it has failed. */
  async function alone(work: () => Promise<void>): Promise<boolean> {
    const before = running
    if (before) {
      await before
      return alone(work)
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    run(async () => {
      try {
        await work()
        resolve(true)
      } catch (failure) {
        resolve(false)
        throw failure
      }
    })
    return promise
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
    refresh,
    settle: async () => alone(exchange.run),
    take: async () => alone(exchange.take),
    stop() {
      exchange.stop()
      unsubscribe()
      clearInterval(interval)
      clearTimeout(timer)
    },
  }
}
