import type { PlayState, SavedPlayState } from '@tonarchiv/contract/play-state'
import type { StoreApi } from 'zustand/vanilla'
import type { PlayOrder, QueueEntry } from '../../order/play-order.ts'
import type { PlayerState } from '../playback/player-state.ts'
import type { ResumeState } from '../player.ts'

/** The position in a track when a page was unloaded. */
export interface LeftPosition {
  trackId: string
  positionSeconds: number
}

/**
 * What synchronising the play state needs: access to the player, the calls to the server, and notices to the listener.
 */
export interface ExchangeParts {
  state: StoreApi<PlayerState>
  /** Loads a state into the player; playback stays paused. */
  restore: (state: ResumeState) => void
  setQueue: (queue: readonly QueueEntry[]) => void
  /** Changes the upcoming tracks; the current track continues. */
  setOrder: (order: PlayOrder) => void
  /** Whether another device plays and this tab controls it. */
  isControlling: () => boolean
  load: () => Promise<{ revision: number; state: PlayState | null }>
  save: (revision: number, state: SavedPlayState | null) => Promise<{ revision: number; dropped: number }>
  savePosition: (revision: number, positionSeconds: number) => Promise<unknown>
  /** Whether a save failed because another device has saved a newer state. */
  isOutdated: (failure: unknown) => boolean
  /** Reads, once, the state that an earlier version of the app stored in this browser. */
  earlierState: () => ResumeState | undefined
  /** Reads, once, the position in the track at which this tab's page was unloaded a moment ago. */
  leftPosition: () => LeftPosition | undefined
  /** Stores the position in the track for a reload of this tab. */
  keepPosition: (left: LeftPosition) => void
  /**
   * Called when a saved state was loaded into the player. `device`: the one that saved it; undefined for a state of
   * this browser.
   */
  onRestored: (device: string | undefined) => void
  /**
   * Called when another device has changed the list. That replaces an unsaved change of this device; tracks that were
   * queued here are kept.
   */
  onConflict: () => void
  /** Called when `count` tracks of the saved state are not in the archive any more. */
  onDropped: (count: number) => void
}
