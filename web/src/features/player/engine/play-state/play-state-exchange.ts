import type { PlayState, SavedPlayState } from '@tonarchiv/contract/play-state'
import type { StoreApi } from 'zustand/vanilla'
import type { PlayOrder, QueueEntry } from '../../order/play-order.ts'
import { isSounding, type PlayerState } from '../playback/player-state.ts'
import type { ResumeState } from '../player.ts'
import { mergedQueue, queuedIn, resumeStateOf, savedStateOf } from './wire-state.ts'

/** How often a save is repeated when other devices save at the same moment. */
const MOST_MERGES = 3

export interface ExchangeParts {
  state: StoreApi<PlayerState>
  /** Puts a state into the player, paused. */
  restore: (state: ResumeState) => void
  setQueue: (queue: readonly QueueEntry[]) => void
  load: () => Promise<{ revision: number; state: PlayState | null }>
  save: (revision: number, state: SavedPlayState | null) => Promise<{ revision: number; dropped: number }>
  savePosition: (revision: number, positionSeconds: number) => Promise<unknown>
  /** Whether a save was rejected because another device has saved something. */
  isOutdated: (failure: unknown) => boolean
  /** The state of an earlier version of the app in this browser, read once. */
  earlierState: () => ResumeState | undefined
  /** A saved state was put into the player. */
  onRestored: (device: string | undefined) => void
  /** Tracks are not in the archive any more. */
  onDropped: (count: number) => void
}

/** The exchange of the play state with the server. Only one of `run` and `takeNewer` may be in progress. */
interface PlayStateExchange {
  /** Whether the saved state has been read. */
  hasBegun: () => boolean
  isDue: () => boolean
  notePosition: () => void
  /** Reads the saved state if that has not happened yet, and saves what is due. */
  run: () => Promise<void>
  /** Puts what another device has saved since into a player that does not play. */
  takeNewer: () => Promise<void>
  stop: () => void
}

export function createExchange(parts: ExchangeParts): PlayStateExchange {
  const get = parts.state.getState
  let revision: number | undefined
  /** The order on the server; undefined when it is not known to be there. */
  let savedOrder: PlayOrder | undefined = get().order
  let savedKeys: ReadonlySet<string> = new Set()
  let isPositionDue = false
  let isStopped = false
  const isOrderDue = () => get().order !== savedOrder
  const isDue = () => !isStopped && (isOrderDue() || isPositionDue)

  /** The first reading: an untouched player takes the saved state, another one what was queued in it. */
  async function begin() {
    const read = await parts.load()
    if (isStopped) return
    const earlier = parts.earlierState()
    revision = read.revision
    savedKeys = keysOf(read.state ? queuedIn(read.state) : [])
    if (isOrderDue() && read.state) joinWith(read.state)
    else if (read.state) adopt(read.state)
    else if (earlier && !isOrderDue()) {
      parts.restore(earlier)
      parts.onRestored(undefined)
    }
  }

  /** Something was chosen or queued before the saved state was read. */
  function joinWith(read: PlayState) {
    const { order, track } = get()
    const resumed = resumeStateOf(read)
    if (track || order.list.length > 0 || !resumed) {
      parts.setQueue(mergedQueue(new Set(), order.queue, queuedIn(read)))
      return
    }
    const queue = mergedQueue(new Set(), order.queue, resumed.order.queue)
    parts.restore({ ...resumed, order: { ...resumed.order, queue } })
    parts.onRestored(read.device)
  }

  function adopt(read: PlayState) {
    if (read.dropped > 0) parts.onDropped(read.dropped)
    const resumed = resumeStateOf(read)
    if (!resumed) return
    savedOrder = resumed.order
    savedKeys = keysOf(resumed.order.queue)
    parts.restore(resumed)
    isPositionDue = false
    parts.onRestored(read.device)
  }

  async function saveAll() {
    const { order, positionSeconds } = get()
    const saved = await parts.save(revision ?? 0, savedStateOf({ order, positionSeconds }))
    revision = saved.revision
    savedOrder = order
    savedKeys = keysOf(order.queue)
    isPositionDue = false
    if (saved.dropped > 0) parts.onDropped(saved.dropped)
  }

  async function savePosition() {
    isPositionDue = false
    await parts.savePosition(revision ?? 0, get().positionSeconds)
  }

  /**
   * Another device has saved something. What its listener queued is kept; this device continues with its own list if
   * it plays or was changed.
   */
  async function takeOver() {
    isPositionDue = false
    if (!isOrderDue() && !isSounding(get().status)) return
    const read = await parts.load()
    revision = read.revision
    parts.setQueue(mergedQueue(savedKeys, get().order.queue, read.state ? queuedIn(read.state) : []))
    savedOrder = undefined
  }

  return {
    hasBegun: () => revision !== undefined,
    isDue,
    notePosition: () => (isPositionDue = true),
    async run() {
      if (revision === undefined) await begin()
      for (let attempt = 0; attempt < MOST_MERGES && isDue(); attempt += 1) {
        try {
          await (isOrderDue() ? saveAll() : savePosition())
        } catch (failure) {
          if (!parts.isOutdated(failure)) throw failure
          await takeOver()
        }
      }
    },
    async takeNewer() {
      const read = await parts.load()
      if (isStopped || isOrderDue() || isSounding(get().status) || read.revision === revision) return
      revision = read.revision
      if (read.state) adopt(read.state)
    },
    stop: () => (isStopped = true),
  }
}

function keysOf(entries: readonly QueueEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ key }) => key))
}
