import { isSounding } from '../playback/player-state.ts'
import type { ExchangeParts } from './exchange-parts.ts'
import { createAdoption, keysOf, type SavedMemory } from './play-state-adoption.ts'
import { queuedIn, savedStateOf } from './wire-state.ts'

/** How many times a save is attempted when other devices save at the same time. */
const MOST_MERGES = 3

/** Reads and saves the play state on the server. Only one of the returned promises may be pending at a time. */
interface PlayStateExchange {
  /** Whether the saved state has been read. */
  hasBegun: () => boolean
  isDue: () => boolean
  notePosition: () => void
  /** Reads the saved state if that was not done yet; then saves unsaved changes. */
  run: () => Promise<void>
  /** Whether this revision is newer than the one that this tab has read or saved. */
  isNewer: (revision: number) => boolean
  /**
   * Loads the state that another device has saved since the last read. A paused player takes all of that state; a
   * playing one takes only the tracks after its current one.
   */
  takeNewer: () => Promise<void>
  /**
   * Replaces the state of the player by the saved one, to continue playback from there. Tracks that were queued in this
   * tab and are not saved yet stay in the queue.
   */
  take: () => Promise<void>
  stop: () => void
}

export function createExchange(parts: ExchangeParts): PlayStateExchange {
  const get = parts.state.getState
  const saved: SavedMemory = {
    revision: undefined,
    order: get().order,
    keys: new Set(),
    isPositionDue: false,
  }
  const adoption = createAdoption(parts, saved)
  let isStopped = false
  const isOrderDue = () => get().order !== saved.order
  /** While a listening room plays, the player does not hold the account's own state. */
  const isLent = () => isStopped || get().isFollowing
  const isDue = () => !isLent() && (isOrderDue() || saved.isPositionDue)

  /**
   * Reads the saved state for the first time. A player in which nothing was changed takes all of that state; otherwise
   * both states are merged.
   */
  async function begin() {
    const read = await parts.load()
    if (isLent()) return
    const earlier = parts.earlierState()
    saved.revision = read.revision
    saved.keys = keysOf(read.state ? queuedIn(read.state) : [])
    if (isOrderDue() && read.state) adoption.join(read.state)
    else if (read.state) {
      adoption.adopt(read.state)
      returnToLeftPosition()
    } else if (earlier && !isOrderDue()) {
      parts.restore(earlier)
      parts.onRestored(undefined)
    }
  }

  /** After a reload the saved position may be older than that of the unloaded page, whose last save is still on its way. */
  function returnToLeftPosition() {
    const left = parts.leftPosition()
    const { order, track, positionSeconds } = get()
    if (left?.trackId !== track?.id || left === undefined || left.positionSeconds === positionSeconds) return
    parts.restore({ order, positionSeconds: left.positionSeconds })
    saved.isPositionDue = true
  }

  async function saveAll() {
    const { order, positionSeconds } = get()
    const { revision, dropped } = await parts.save(
      saved.revision ?? 0,
      savedStateOf({ order, positionSeconds }),
    )
    Object.assign(saved, { revision, order, keys: keysOf(order.queue), isPositionDue: false })
    if (dropped > 0) parts.onDropped(dropped)
  }

  async function savePosition() {
    saved.isPositionDue = false
    await parts.savePosition(saved.revision ?? 0, get().positionSeconds)
  }

  return {
    hasBegun: () => saved.revision !== undefined,
    isDue,
    notePosition: () => (saved.isPositionDue = true),
    async run() {
      if (saved.revision === undefined) await begin()
      for (let attempt = 0; attempt < MOST_MERGES && isDue(); attempt += 1) {
        try {
          await (isOrderDue() ? saveAll() : savePosition())
        } catch (failure) {
          if (!parts.isOutdated(failure)) throw failure
          await adoption.takeOver()
        }
      }
    },
    async takeNewer() {
      const read = await parts.load()
      if (isLent() || isOrderDue() || read.revision === saved.revision) return
      if (isSounding(get().status)) {
        if (read.state) adoption.follow(read.state, read.revision)
        return
      }
      saved.revision = read.revision
      if (read.state) adoption.adopt(read.state)
    },
    isNewer: (given) => saved.revision === undefined || given > saved.revision,
    async take() {
      const read = await parts.load()
      if (!isLent() && read.state) adoption.take(read.state, read.revision)
    },
    stop: () => (isStopped = true),
  }
}
