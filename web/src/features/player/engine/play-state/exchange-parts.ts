import type { PlayState, SavedPlayState } from '@tonarchiv/contract/play-state'
import type { StoreApi } from 'zustand/vanilla'
import type { PlayOrder, QueueEntry } from '../../order/play-order.ts'
import type { PlayerState } from '../playback/player-state.ts'
import type { ResumeState } from '../player.ts'

/** What the exchange of the play state needs: the player, the calls to the server, and messages to the listener. */
export interface ExchangeParts {
  state: StoreApi<PlayerState>
  /** Puts a state into the player, paused. */
  restore: (state: ResumeState) => void
  setQueue: (queue: readonly QueueEntry[]) => void
  /** Changes the upcoming tracks; the current one continues. */
  setOrder: (order: PlayOrder) => void
  /** Another device plays, and this one controls it. */
  isControlling: () => boolean
  load: () => Promise<{ revision: number; state: PlayState | null }>
  save: (revision: number, state: SavedPlayState | null) => Promise<{ revision: number; dropped: number }>
  savePosition: (revision: number, positionSeconds: number) => Promise<unknown>
  /** Whether a save was rejected because another device has saved something. */
  isOutdated: (failure: unknown) => boolean
  /** The state of an earlier version of the app in this browser, read once. */
  earlierState: () => ResumeState | undefined
  /** A saved state was put into the player. */
  onRestored: (device: string | undefined) => void
  /** Another device changed the list, which replaces the change of this device; what was queued is kept. */
  onConflict: () => void
  /** Saved tracks are not in the archive any more. */
  onDropped: (count: number) => void
}
