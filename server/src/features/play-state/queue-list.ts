import { playStateChanged, SavedPlayState } from '@tonarchiv/contract/play-state'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { findTracks } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { NOTHING, savePlayPosition, savePlayState } from './play-state.ts'
import * as store from './store.ts'

/** The queue of an account as a list of tracks, in the order in which they are played. */
interface QueueList {
  trackIds: readonly string[]
  /** The index of the current track in `trackIds`. */
  index: number
  positionSeconds: number
}

/** The play state for protocols in which a queue is only a list of tracks. */
export interface Queue {
  /** Undefined when the account has played nothing. */
  read(userId: string): Promise<(QueueList & { device: string; savedAt: string }) | undefined>
  /**
   * Replaces the queue, even if another device has saved the last one, and notifies the account's other devices. If the
   * queue has not changed, its source and the tracks that were queued by hand are kept.
   * @throws Refused `notFound` when none of the tracks exists, `playStateChanged` when each attempt conflicts with
   * another device
   */
  save(caller: Caller, queue: QueueList): Promise<void>
}

/** Maximum number of attempts to save the queue, because other devices may save at the same time. */
const ATTEMPTS = 5

export function openQueue(services: Services, sockets: Sockets): Queue {
  const { db } = services

  async function saved(userId: string) {
    const row = await store.readState(db, userId)
    return row && { ...row, state: SavedPlayState.parse(JSON.parse(row.queue)) }
  }

  async function saveOnce(caller: Caller, queue: QueueList): Promise<void> {
    const before = await saved(caller.id)
    const { revision, state } = before ?? { revision: 0, state: NOTHING }
    const next = stateAfter(state, queue)
    if (before !== undefined && next === state)
      return savePlayPosition(services, caller, { revision, positionSeconds: queue.positionSeconds })
    const answer = await savePlayState(seenBy(services, caller), caller, {
      revision,
      state: { ...next, position_seconds: queue.positionSeconds },
    })
    sockets.sendToUsers([caller.id], { type: 'playStateSaved', revision: answer.revision })
  }

  return {
    read: async (userId) => {
      const row = await saved(userId)
      if (row === undefined) return undefined
      const { state, positionSeconds, device, savedAt } = row
      return { ...inOrder(state), positionSeconds, device, savedAt }
    },
    save: async (caller, queue) => {
      const { trackIds } = queue
      if (
        trackIds.length > 0 &&
        (await findTracks(seenBy(services, caller).db, [...new Set(trackIds)])).size === 0
      )
        throw new Refused(notFound)
      for (let attempt = 1; ; attempt += 1)
        try {
          return await saveOnce(caller, queue)
        } catch (error) {
          const isOutdated = error instanceof Refused && error.refusal.code === playStateChanged.code
          if (!isOutdated || attempt === ATTEMPTS) throw error
        }
    },
  }
}

/**
 * All tracks in the order in which they are played: the list up to the current track, then the tracks that were queued
 * by hand, then the rest of the list.
 */
function inOrder(state: SavedPlayState): Pick<QueueList, 'trackIds' | 'index'> {
  const { list, order, position, queued, in_between: between } = state
  const ordered = order === null ? list : order.flatMap((place) => list[place] ?? [])
  const played = [...ordered.slice(0, position + 1), ...(between === null ? [] : [between])]
  return {
    trackIds: [...played, ...queued.map((entry) => entry.track_id), ...ordered.slice(position + 1)],
    index: Math.max(0, played.length - 1),
  }
}

/**
 * The play state after the queue was replaced. It is the same object when nothing has changed. If only the current
 * track differs and nothing was queued by hand, only the position changes. Otherwise the queue becomes a new list.
 */
function stateAfter(state: SavedPlayState, { trackIds, index }: QueueList): SavedPlayState {
  const before = inOrder(state)
  const isSame =
    before.trackIds.length === trackIds.length && before.trackIds.every((id, at) => id === trackIds[at])
  if (isSame && before.index === index) return state
  if (isSame && state.queued.length === 0 && state.in_between === null) return { ...state, position: index }
  const position = trackIds.length === 0 ? -1 : index
  return { ...NOTHING, list: [...trackIds], position, repeat: state.repeat }
}
