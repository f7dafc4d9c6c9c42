import type { PlayState } from '@tonarchiv/contract/play-state'
import type { PlayOrder, QueueEntry } from '../../order/play-order.ts'
import { isSounding } from '../playback/player-state.ts'
import type { ExchangeParts } from './exchange-parts.ts'
import {
  changedAt,
  isFurther,
  isSameEntries,
  mergedQueue,
  queuedIn,
  resumeStateOf,
  withSameTrack,
} from './wire-state.ts'

/** What this tab stores about the saved state. */
export interface SavedMemory {
  /** Undefined until the saved state has been read. */
  revision: number | undefined
  /** The order as the server has it; undefined while the two may differ. */
  order: PlayOrder | undefined
  /** Keys of the queued tracks when the state was last read or saved. */
  keys: ReadonlySet<string>
  isPositionDue: boolean
}

/** Ways to take a state that was read from the server into the player. */
interface Adoption {
  /** Takes all of the state, paused. */
  adopt: (read: PlayState) => void
  /** Merges the state into a player in which something was chosen or queued before the state was read. */
  join: (read: PlayState) => void
  /**
   * Takes upcoming tracks that a controlling device may have changed, while the current track plays on. False when the
   * state does not contain the current track.
   */
  follow: (read: PlayState, revision: number) => boolean
  /** Reads the state after a save that was rejected, because another device has saved a newer one. */
  takeOver: () => Promise<void>
  /** Takes all of the state, to continue with it here. Tracks that were queued here and not saved yet are kept. */
  take: (read: PlayState, revision: number) => void
}

export function createAdoption(parts: ExchangeParts, saved: SavedMemory): Adoption {
  const get = parts.state.getState
  const isOrderDue = () => get().order !== saved.order

  function keepQueue(queue: readonly QueueEntry[]) {
    if (!isSameEntries(queue, get().order.queue)) parts.setQueue(queue)
  }

  function adopt(read: PlayState) {
    if (read.dropped > 0) parts.onDropped(read.dropped)
    const resumed = resumeStateOf(read, get().order.list)
    if (!resumed) return
    saved.order = resumed.order
    saved.keys = keysOf(resumed.order.queue)
    parts.restore(resumed)
    saved.isPositionDue = false
    parts.onRestored(read.device)
  }

  /**
   * Takes the state that the controlled device has saved. Mostly that device only plays another track of the same list:
   * then the unsaved change of this tab is kept. Another list replaces it.
   */
  function giveWay(read: PlayState) {
    const { order: base } = saved
    const theirs = resumeStateOf(read, base?.list ?? [])
    const changed = base && theirs && changedAt(get().order, base, theirs.order)
    if (!theirs || !changed) {
      adopt(read)
      parts.onConflict()
      return
    }
    parts.restore({ ...theirs, order: changed })
    saved.order = undefined
  }

  function follow(read: PlayState, revision: number): boolean {
    const theirs = resumeStateOf(read, get().order.list)?.order
    const followed = theirs && withSameTrack(theirs, get().order)
    // Without the current track it is a new list of another device, which is about to pause this one.
    if (!followed) return false
    if (read.dropped > 0) parts.onDropped(read.dropped)
    saved.revision = revision
    saved.keys = keysOf(theirs.queue)
    parts.setOrder(followed)
    // If the current track differs, the order has to be saved again.
    saved.order = followed === theirs ? followed : undefined
    return true
  }

  return {
    adopt,
    join(read) {
      const { order, track } = get()
      const resumed = resumeStateOf(read, [])
      if (track || order.list.length > 0 || !resumed) {
        parts.setQueue(mergedQueue(new Set(), order.queue, queuedIn(read)))
        return
      }
      const queue = mergedQueue(new Set(), order.queue, resumed.order.queue)
      parts.restore({ ...resumed, order: { ...resumed.order, queue } })
      parts.onRestored(read.device)
    },
    follow,
    /**
     * Tracks that were queued here are kept. If this tab controls another device, the state of that device wins. If
     * this tab has only played on in the same list, it takes the changes of the other device. Otherwise its own list is
     * saved again.
     */
    async takeOver() {
      saved.isPositionDue = false
      if (!isOrderDue() && !isSounding(get().status)) return
      const read = await parts.load()
      const queue = mergedQueue(saved.keys, get().order.queue, read.state ? queuedIn(read.state) : [])
      const hasGoneOn = saved.order !== undefined && isFurther(get().order, saved.order)
      saved.revision = read.revision
      if (parts.isControlling() && read.state) giveWay(read.state)
      else if (!hasGoneOn || !read.state || !follow(read.state, read.revision)) saved.order = undefined
      keepQueue(queue)
    },
    take(read, revision) {
      const unsaved = isOrderDue() && saved.revision !== undefined ? get().order.queue : undefined
      const base = saved.keys
      saved.revision = revision
      adopt(read)
      if (unsaved) keepQueue(mergedQueue(base, unsaved, queuedIn(read)))
    },
  }
}

export function keysOf(entries: readonly QueueEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ key }) => key))
}
