import { create } from 'zustand'
import type { CollectionView, OfflineView } from './view.ts'

interface Storage {
  /** The quota of this site and its used part; undefined where the browser does not report them. */
  quotaBytes: number | undefined
  usedBytes: number | undefined
  /** Whether the browser has granted persistent storage, which it does not clear by itself. */
  isPersisted: boolean
}

interface Offline extends Storage {
  /**
   * `private`: a private window, in which the browser stores nothing permanently. `none`: the browser cannot store
   * copies.
   */
  support: 'unknown' | 'ready' | 'private' | 'none'
  view: OfflineView
}

const NOTHING: OfflineView = {
  collections: [],
  files: new Map(),
  receivedBytes: 0,
  lastContactAt: undefined,
  locksAt: undefined,
  lockedSince: undefined,
  daysLeft: undefined,
}

const INITIAL: Offline = {
  support: 'unknown',
  view: NOTHING,
  quotaBytes: undefined,
  usedBytes: undefined,
  isPersisted: false,
}

/** The state of the copies in this browser, for components. */
export const useOffline = create<Offline>(() => INITIAL)

export function resetOffline(): void {
  useOffline.setState(INITIAL)
}

export function useCollection(key: string): CollectionView | undefined {
  return useOffline(({ view }) => view.collections.find((collection) => collection.key === key))
}
