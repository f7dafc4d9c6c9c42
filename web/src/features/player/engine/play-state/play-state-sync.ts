import { POSITION_SAVED_EVERY } from '@tonarchiv/contract/play-state'
import { isSounding } from '../playback/player-state.ts'
import type { ExchangeParts } from './exchange-parts.ts'
import { createExchange } from './play-state-exchange.ts'

/**
 * Milliseconds from a change until it is saved. The delay lets the requests of a track that was just started go first.
 */
const SAVED_AFTER = 500
/** A position that changes by more than this many seconds at once counts as a seek. */
const JUMP = 2

export interface PlayStateSync {
  /** Saves unsaved changes now, without waiting for the usual delay. */
  flush: () => void
  /** Saves unsaved changes because the page is being unloaded, and keeps the position for a reload. */
  leave: () => void
  /**
   * Loads the state that another device has saved. With `revision`, does so only if that is newer than the revision of
   * this tab.
   */
  refresh: (revision?: number) => void
  /** Saves unsaved changes; resolves with false when that has failed. */
  settle: () => Promise<boolean>
  /**
   * Replaces the state of the player by the saved one, to continue playback from there; resolves with false when that
   * has failed.
   */
  take: () => Promise<boolean>
  stop: () => void
}

/**
 * Synchronises the player with the account's play state on the server. The saved state is loaded once. Then each change
 * is saved soon after it, and the position every `POSITION_SAVED_EVERY` milliseconds. Playback never waits for that; a
 * save that has failed is repeated later.
 */
export function syncPlayState(parts: ExchangeParts): PlayStateSync {
  const { state } = parts
  const exchange = createExchange(parts)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The read or save in progress; this promise is never rejected. */
  let running: Promise<void> | undefined
  /** The newest revision that the server has announced. */
  let announced = 0
  /** Whether a refresh was requested while a read or save was in progress. */
  let isRefreshDue = false

  function schedule() {
    timer ??= setTimeout(flush, SAVED_AFTER)
  }

  async function begin(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch {
      // A failed read or save is repeated at the next change, or when the position is saved next.
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
    if (!running && !state.getState().isFollowing && (exchange.isDue() || !exchange.hasBegun()))
      run(exchange.run)
  }

  function leave() {
    const { track, positionSeconds, isFollowing } = state.getState()
    if (track && !isFollowing) parts.keepPosition({ trackId: track.id, positionSeconds })
    flush()
  }

  function refresh(revision?: number) {
    announced = Math.max(announced, revision ?? 0)
    isRefreshDue = running !== undefined && revision === undefined
    if (running || exchange.isDue() || !exchange.hasBegun() || state.getState().isFollowing) return
    if (revision !== undefined && !exchange.isNewer(revision)) return
    // Each announcement causes only one read, even if the player does not take the state that was read.
    announced = 0
    run(exchange.takeNewer)
  }

  /** Runs `work` once no other read or save is in progress; resolves with false when it has failed. */
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
    // What a listening room plays is not the account's own state, so it is not saved.
    if (now.isFollowing) return
    if (before.isFollowing) {
      schedule()
      refresh()
      return
    }
    const hasJumped = Math.abs(now.positionSeconds - before.positionSeconds) > JUMP
    const hasPaused = isSounding(before.status) && !isSounding(now.status)
    if (hasJumped || hasPaused) exchange.notePosition()
    if (hasJumped || hasPaused || now.order !== before.order) schedule()
  })
  const interval = setInterval(() => {
    if (isSounding(state.getState().status) && !state.getState().isFollowing) exchange.notePosition()
    flush()
  }, POSITION_SAVED_EVERY)
  flush()

  return {
    flush,
    leave,
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
