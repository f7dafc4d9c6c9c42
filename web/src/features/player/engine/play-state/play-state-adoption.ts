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

/** What this tab knows of the saved state. */
export interface SavedMemory {
  /** Undefined until the saved state has been read. */
  revision: number | undefined
  /** The order on the server; undefined when it is not known to be there. */
  order: PlayOrder | undefined
  /** Keys of what was queued by hand. */
  keys: ReadonlySet<string>
  isPositionDue: boolean
}

/** How a state that was read gets into the player. */
interface Adoption {
  /** As it is, paused. */
  adopt: (read: PlayState) => void
  /** Something was chosen or queued before the saved state was read. */
  join: (read: PlayState) => void
  /**
   * A device that controls this one may have changed what comes after the track that plays. False when that track is not
   * in what was read.
   */
  follow: (read: PlayState, revision: number) => boolean
  /** A save was refused, because another device has saved something. */
  takeOver: () => Promise<void>
  /** As it is, to continue with it here. What was queued here and not saved yet is kept. */
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
   * The device that plays has saved something: mostly that it plays another track of the same list, and the change of
   * this one stays. Another list there replaces it.
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
    // Without the track that plays it is another device's own beginning: this one is about to be paused.
    if (!followed) return false
    if (read.dropped > 0) parts.onDropped(read.dropped)
    saved.revision = revision
    saved.keys = keysOf(theirs.queue)
    parts.setOrder(followed)
    // If the track has changed meanwhile, the saved state is to name the one that plays.
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
     * What its listener queued is kept. This device continues with its own list if it plays or was changed, unless it
     * only controls the one that plays. A list of which it has only played further takes what others have changed in it.
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
