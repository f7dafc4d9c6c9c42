import { readAccount, readFileRecords } from '#client/copies/copy-records.ts'
import { copiesView } from '#client/copies-view.ts'
import { useOffline } from '../copies/store.ts'
import { viewOf } from '../copies/view.ts'
import { type Collection, readCollections } from '../copies/collection.ts'
import { waitReason } from './conditions.ts'
import { storageState } from './storage-state.ts'

/** Shortest time in milliseconds between two updates of the stores. */
const PUBLISH_PAUSE = 150

/** Updates the stores that components use from the records in the database. */
export interface Publisher {
  /** Updates the stores after a short delay. Call this when records, or the reason why loading waits, have changed. */
  publish: () => void
  /** Updates the stores now; resolves when that is done. */
  publishNow: () => Promise<void>
  /** Sets how many bytes of an incomplete file have been received. */
  setPartial: (version: string, receivedBytes: number) => void
  stop: () => void
}

export function createPublisher(partial: Map<string, number>): Publisher {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function publishNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [account, collections, files, storage] = await Promise.all([
      readAccount(),
      readCollections(),
      readFileRecords(),
      storageState(),
    ])
    if (isStopped) return
    for (const { version, isComplete } of files) if (isComplete) partial.delete(version)
    const now = { time: Date.now(), waitReason: waitReason() }
    const view = viewOf({ account, collections, files, partial }, now)
    copiesView.setState({
      files: view.files,
      playlists: playlistsOf(collections),
      isLocked: view.lockedSince !== undefined,
    })
    useOffline.setState({ view, support: 'ready', ...storage })
  }

  const publish = () => {
    timer ??= setTimeout(() => void publishNow().catch(() => undefined), PUBLISH_PAUSE)
  }
  return {
    publish,
    publishNow,
    setPartial(version, receivedBytes) {
      partial.set(version, receivedBytes)
      publish()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The ids of the playlists whose content was read and is stored on this device. */
function playlistsOf(collections: readonly Collection[]): ReadonlySet<string> {
  const known = collections.filter(({ read, removedAt }) => read && removedAt === undefined)
  return new Set(
    known.flatMap(({ read }) => (read?.content.kind === 'playlist' ? [read.content.playlist.id] : [])),
  )
}
