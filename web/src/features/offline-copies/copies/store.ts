import { create } from 'zustand'
import type { CollectionView, OfflineView } from './view.ts'

interface Storage {
  /**
   * The bytes that this site may store, and the bytes that it uses; undefined where the browser does not report them.
   */
  quotaBytes: number | undefined
  usedBytes: number | undefined
  /** Whether the browser has granted persistent storage, which it does not delete on its own. */
  isPersisted: boolean
}

interface Offline extends Storage {
  /**
   * Whether this browser can store copies. `private`: this is a private window, in which nothing is stored permanently.
   * `none`: the browser does not support what copies need.
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
