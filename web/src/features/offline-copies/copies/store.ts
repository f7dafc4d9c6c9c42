import { create } from 'zustand'
import type { CollectionView, OfflineView } from './view.ts'

interface Storage {
  /** What this site may use, and uses; undefined where the browser does not say. */
  quotaBytes: number | undefined
  usedBytes: number | undefined
  /** The browser deletes nothing by itself. */
  isPersisted: boolean
}

interface Offline extends Storage {
  /** `private`: the browser keeps nothing in this window. `none`: it cannot keep copies at all. */
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

/** What is known of the copies in this browser, for screens. */
export const useOffline = create<Offline>(() => INITIAL)

export function resetOffline(): void {
  useOffline.setState(INITIAL)
}

export function useCollection(key: string): CollectionView | undefined {
  return useOffline(({ view }) => view.collections.find((collection) => collection.key === key))
}
