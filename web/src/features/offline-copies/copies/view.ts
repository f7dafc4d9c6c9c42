import type { FileCopy } from '#client/copies-view.ts'
import type { AccountRecord, FileRecord } from '#client/copies/copy-records.ts'
import { daysUntilLock, lockedSince, locksAt } from '#client/copies/lock.ts'
import type { Collection } from './collection.ts'

/** Why loading of files waits: for a connection, or for one other than mobile data. */
export type WaitReason = 'connection' | 'wifi'

/** The state of a collection on this device. `share`: the loaded part, 0 to 1. */
export type CopyStatus =
  /** The content of the collection is being read, or its files wait until those of other collections are loaded. */
  | { is: 'preparing' }
  | { is: 'loading'; share: number }
  | { is: 'waiting'; share: number; for: WaitReason }
  | { is: 'paused'; share: number }
  | { is: 'full'; share: number }
  | { is: 'ready' }

/** A collection as screens show it. */
export interface CollectionView {
  key: string
  kind: Collection['kind']
  title: string
  status: CopyStatus
  coverUrls: readonly string[]
  tracks: number
  readyTracks: number
  /** Number of tracks that are not copied, and can therefore be played only with a connection. */
  withoutCopy: number
  sizeBytes: number
  receivedBytes: number
}

/** The state of all copies, for components. Times are in milliseconds since 1970. */
export interface OfflineView {
  collections: readonly CollectionView[]
  files: ReadonlyMap<string, FileCopy>
  /** Bytes of all copies; a file that is in several collections counts once. */
  receivedBytes: number
  lastContactAt: number | undefined
  locksAt: number | undefined
  lockedSince: number | undefined
  /** Days until the copies are locked; undefined while that is too far away to be announced. */
  daysLeft: number | undefined
}

interface Records {
  account: AccountRecord | undefined
  collections: readonly Collection[]
  files: readonly FileRecord[]
  /** Received bytes of incomplete files, by version. */
  partial: ReadonlyMap<string, number>
}

interface Now {
  time: number
  waitReason: WaitReason | undefined
}

export function viewOf({ account, collections, files, partial }: Records, now: Now): OfflineView {
  const complete = new Map(files.filter(({ isComplete }) => isComplete).map((file) => [file.version, file]))
  const bytesOf = (version: string, sizeBytes: number) =>
    complete.has(version) ? sizeBytes : Math.min(partial.get(version) ?? 0, sizeBytes)
  const shown = collections.filter(({ removedAt }) => removedAt === undefined)
  const copies = new Map<string, FileCopy>()
  for (const { read } of shown) {
    for (const { file, version, sizeBytes } of read?.tracks ?? []) {
      const share = complete.has(version) ? 1 : shareOf(bytesOf(version, sizeBytes), sizeBytes)
      const state = complete.has(version) ? 'ready' : partial.has(version) ? 'loading' : 'waiting'
      copies.set(file, { version, share, state })
    }
  }
  const used = new Map(
    shown.flatMap(({ read }) => read?.tracks.map((track) => [track.version, track.sizeBytes] as const) ?? []),
  )
  let receivedBytes = 0
  for (const [version, sizeBytes] of used) receivedBytes += bytesOf(version, sizeBytes)
  return {
    collections: shown.map((collection) => collectionView(collection, bytesOf, complete, now)),
    files: copies,
    receivedBytes,
    lastContactAt: account?.lastContactAt,
    locksAt: account && locksAt(account),
    lockedSince: account && lockedSince(account, now.time),
    daysLeft: account && daysUntilLock(account, now.time),
  }
}

function collectionView(
  collection: Collection,
  bytesOf: (version: string, sizeBytes: number) => number,
  complete: ReadonlyMap<string, unknown>,
  { waitReason }: Now,
): CollectionView {
  const { key, kind, title, read } = collection
  const tracks = read?.tracks ?? []
  const sizeBytes = tracks.reduce((sum, track) => sum + track.sizeBytes, 0)
  const receivedBytes = tracks.reduce((sum, track) => sum + bytesOf(track.version, track.sizeBytes), 0)
  const readyTracks = tracks.filter(({ version }) => complete.has(version)).length
  const share = shareOf(receivedBytes, sizeBytes)
  return {
    key,
    kind,
    title,
    status: statusOf(collection, { share, isComplete: readyTracks === tracks.length, waitReason }),
    coverUrls: read?.coverUrls ?? [],
    tracks: tracks.length,
    readyTracks,
    withoutCopy: read?.withoutCopy ?? 0,
    sizeBytes,
    receivedBytes,
  }
}

function statusOf(
  { read, isPaused, isFull }: Collection,
  {
    share,
    isComplete,
    waitReason,
  }: { share: number; isComplete: boolean; waitReason: WaitReason | undefined },
): CopyStatus {
  if (read && isComplete) return { is: 'ready' }
  if (isPaused) return { is: 'paused', share }
  if (isFull) return { is: 'full', share }
  if (waitReason) return { is: 'waiting', share, for: waitReason }
  return read ? { is: 'loading', share } : { is: 'preparing' }
}

/** The loaded share, 0 to 1. It stays below 1 until everything is loaded. */
function shareOf(receivedBytes: number, sizeBytes: number): number {
  return sizeBytes === 0 ? 0 : Math.min(receivedBytes / sizeBytes, 0.99)
}
