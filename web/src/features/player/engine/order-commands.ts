import type { StoreApi } from 'zustand/vanilla'
import {
  addToQueue,
  moveInQueue,
  removeFromQueue,
  repeatAfter,
  withShuffle,
  type PlayOrder,
} from '../order/play-order.ts'
import { isPlayable, trackCount, type Track } from '#features/tracks/index.ts'
import type { PlayerState } from './playback/player-state.ts'

/** The subject of a toast; selects its icon. */
export type Subject = 'repeat' | 'repeatOne' | 'shuffle' | 'queue'

/** Commands that change the order and do not affect the playing track. */
export interface OrderCommands {
  cycleRepeat: () => void
  toggleShuffle: () => void
  enqueue: (track: Track) => void
  /** Puts the playable tracks of a list at the end of the queue. */
  enqueueAll: (list: readonly Track[]) => void
  /** By the key of its entry, like `moveQueued`. */
  removeQueued: (key: number) => void
  /** Moves the entry to this index. */
  moveQueued: (key: number, to: number) => void
}

export function createOrderCommands(
  state: StoreApi<PlayerState>,
  setOrder: (order: PlayOrder) => void,
  showMessage: (text: string, about: Subject) => void,
): OrderCommands {
  const order = () => state.getState().order
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
    enqueue(track) {
      if (!isPlayable(track)) return
      setOrder(addToQueue(order(), track))
      showMessage(`Warteschlange: ${track.title} hinzugefügt`, 'queue')
    },
    enqueueAll(list) {
      const playable = list.filter(isPlayable)
      if (playable.length === 0) return
      setOrder(playable.reduce(addToQueue, order()))
      showMessage(`Warteschlange: ${trackCount(playable.length)} hinzugefügt`, 'queue')
    },
    removeQueued: (key) => setOrder(removeFromQueue(order(), key)),
    moveQueued: (key, to) => setOrder(moveInQueue(order(), key, to)),
  }
}
