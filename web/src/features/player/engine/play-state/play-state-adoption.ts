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

/** What this tab knows about the play state on the server. */
export interface SavedMemory {
  /** The revision that was last read or saved; undefined until the state has been read. */
  revision: number | undefined
  /** The play order as the server stores it; undefined while it may differ from that of the player. */
  order: PlayOrder | undefined
  /** Keys of the queued tracks when the state was last read or saved. */
  keys: ReadonlySet<string>
  isPositionDue: boolean
}

/** Ways to load a play state that was read from the server into the player. */
interface Adoption {
  /** Replaces the state of the player; playback stays paused. */
  adopt: (read: PlayState) => void
  /** Merges the saved state into a player in which tracks were chosen or queued before that state was read. */
  join: (read: PlayState) => void
  /**
   * Takes only the upcoming tracks, which a controlling device may have changed; the current track plays on. Returns
   * false, without a change, when the saved state does not contain the current track.
   */
  follow: (read: PlayState, revision: number) => boolean
  /**
   * Reads the newer state after a save was rejected because another device had saved, and merges it with the state of
   * this tab.
   */
  takeOver: () => Promise<void>
  /**
   * Replaces the state of the player, which will continue from there. Tracks that were queued in this tab and are not
   * saved yet stay in the queue.
   */
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
   * Takes the state that the controlled device has saved. If that device has only moved on within the same list, an
   * unsaved change of this tab is kept. If it has changed the list, that change replaces the one of this tab.
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
    // If the current track is missing in the saved state, another device has chosen a new list. That device is about to
    // pause this player.
    if (!followed) return false
    if (read.dropped > 0) parts.onDropped(read.dropped)
    saved.revision = revision
    saved.keys = keysOf(theirs.queue)
    parts.setOrder(followed)
    // If the saved state has another current track than the player, the order must be saved again.
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
     * Tracks that were queued in this tab are kept in each case. If this tab controls another device, the state of that
     * device replaces that of this tab. If this tab has only moved on within the same list, it takes the upcoming
     * tracks of the other device. Otherwise the order of this tab is saved again.
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
