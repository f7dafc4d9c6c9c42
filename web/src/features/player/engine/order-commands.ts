import type { StoreApi } from 'zustand/vanilla'
import { repeatAfter, withShuffle, type PlayOrder } from '../order/play-order.ts'
import {
  clearUpcoming,
  moveUpcoming,
  removeUpcoming,
  restoreUpcoming,
  withQueued,
  type Upcoming,
} from '../order/upcoming.ts'
import { canStart, isPlayable, trackCount, type Track } from '#features/tracks/index.ts'
import type { PlayChecks } from './play-checks.ts'
import type { PlayerState } from './playback/player-state.ts'

/** What a toast is about; selects the icon of the toast. */
export type Subject = 'repeat' | 'repeatOne' | 'shuffle' | 'queue'

/** Commands that change the upcoming tracks; the playing track is not affected. */
export interface OrderCommands {
  cycleRepeat: () => void
  toggleShuffle: () => void
  /** Adds a track to the queue: before all queued tracks (`next`) or after them (`last`). */
  enqueue: (track: Track, where?: 'next' | 'last') => void
  /** Adds the playable tracks of a list to the queue. */
  enqueueAll: (list: readonly Track[], where?: 'next' | 'last') => void
  /**
   * Removes upcoming entries by their keys.
   * @returns a function that restores them
   */
  removeUpcoming: (keys: readonly string[]) => () => void
  /**
   * Moves upcoming entries, by their keys, into `to.group`; `index` counts the entries of that group that are not
   * moved.
   */
  moveUpcoming: (keys: readonly string[], to: { group: keyof Upcoming; index: number }) => void
  /**
   * Removes all tracks that have not been played yet.
   * @returns a function that restores them
   */
  clearUpcoming: () => () => void
}

export function createOrderCommands(
  state: StoreApi<PlayerState>,
  setOrder: (order: PlayOrder) => void,
  showMessage: (text: string, about: Subject) => void,
  isUnplayable: PlayChecks['isUnplayable'],
): OrderCommands {
  const order = () => state.getState().order
  const enqueue = (list: readonly Track[], what: string, where: 'next' | 'last' = 'last') => {
    if (!list.some((track) => canStart(track))) {
      const marked = list.find((track) => isPlayable(track))
      if (marked) isUnplayable(marked)
      return
    }
    setOrder(withQueued(order(), list, where))
    showMessage(where === 'next' ? `Als Nächstes: ${what}` : `Warteschlange: ${what} hinzugefügt`, 'queue')
  }
  const remove = (change: (from: PlayOrder) => PlayOrder) => {
    const before = order()
    const after = change(before)
    setOrder(after)
    return () => setOrder(restoreUpcoming(order(), { before, after }))
  }
  return {
    cycleRepeat() {
      const repeat = repeatAfter(order().repeat)
      setOrder({ ...order(), repeat })
      showMessage(
        { off: 'Repeat aus', all: 'Alle wiederholen', one: 'Track wiederholen' }[repeat],
        repeat === 'one' ? 'repeatOne' : 'repeat',
      )
    },
    toggleShuffle() {
      const changed = withShuffle(order(), !order().isShuffled)
      setOrder(changed)
      showMessage(changed.isShuffled ? 'Shuffle an' : 'Shuffle aus', 'shuffle')
    },
    enqueue: (track, where) => enqueue([track], track.title, where),
    enqueueAll: (list, where) =>
      enqueue(list, trackCount(list.filter((track) => canStart(track)).length), where),
    removeUpcoming: (keys) => remove((from) => removeUpcoming(from, keys)),
    moveUpcoming: (keys, to) => setOrder(moveUpcoming(order(), keys, to)),
    clearUpcoming: () => remove(clearUpcoming),
  }
}
