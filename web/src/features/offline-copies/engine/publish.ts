import { readAccount, readFileRecords } from '#client/copies/copy-records.ts'
import { copiesView } from '#client/copies-view.ts'
import { useOffline } from '../copies/store.ts'
import { viewOf } from '../copies/view.ts'
import { type Collection, readCollections } from '../copies/collection.ts'
import { waitReason } from './conditions.ts'
import { storageState } from './storage-state.ts'

/** Milliseconds between two readings of the records, at least. */
const PUBLISH_PAUSE = 150

/** Shows what the records say. */
export interface Publisher {
  /** The records, or what is waited for, have changed. */
  publish: () => void
  /** The same, finished when it is shown. */
  publishNow: () => Promise<void>
  /** Bytes of a file that is loading, or lies here in part. */
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

/** Ids of the playlists whose tracks are known here. */
function playlistsOf(collections: readonly Collection[]): ReadonlySet<string> {
  const known = collections.filter(({ read, removedAt }) => read && removedAt === undefined)
  return new Set(
    known.flatMap(({ read }) => (read?.content.kind === 'playlist' ? [read.content.playlist.id] : [])),
  )
}
