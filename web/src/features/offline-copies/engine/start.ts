import CircleCheck from 'lucide-react/icons/circle-check'
import { connection, emitUnanswered } from '#client/connection.ts'
import { showToast } from '#ui/dom/toast.ts'
import { onArchiveChange } from '../copies/archive-changes.ts'
import { resetOffline, useOffline } from '../copies/store.ts'
import { createAccessCheck } from './access-check.ts'
import { detailsWith, loadDetails, loadPictures } from './beside-tracks.ts'
import { type CopiesChannel, openChannel } from '../copies/channel.ts'
import { changeCollection, type Collection, readCollections } from '../copies/collection.ts'
import { followConditions, waitReason } from './conditions.ts'
import { createDownloader, type Downloader } from './downloader.ts'
import { loadFile } from './load-file.ts'
import { claimCopies, compareWithFiles, noteTime, removeUnused } from './maintenance.ts'
import { createPublisher, type Publisher } from './publish.ts'
import { readLists } from './read-collection.ts'
import { createRemoveLater } from './remove-later.ts'
import { createRefreshSoon } from './refresh-soon.ts'
import { refreshCollection } from './refresh.ts'
import { supportOfCopies } from './storage-state.ts'

/** The name of the Web Lock that the loading tab holds; only one tab of the browser loads files. */
const LOCK = 'tonarchiv-copies'
/** Milliseconds between two calls of `noteTime`. */
const NOTE_EVERY = 10 * 60_000
/** When the app starts, collections that were read within this many milliseconds are not read again. */
const FRESH = 5 * 60_000

/** The copies of the signed-in account, as they run in this tab. */
export interface RunningCopies {
  userId: string
  channel: CopiesChannel
  publish: Publisher['publishNow']
}

let running: (RunningCopies & { stop: () => void }) | undefined

/** The running copies; undefined while none are started, and where they are not supported. */
export function runningCopies(): RunningCopies | undefined {
  return running
}

/**
 * Starts the copies of an account in this tab: shows the stored ones, and loads missing files unless another tab does
 * that.
 * @returns a function that stops the copies
 */
export async function startCopies(userId: string): Promise<() => void> {
  const support = await supportOfCopies()
  useOffline.setState({ support })
  if (support !== 'ready') return resetOffline
  try {
    return await startSupported(userId)
  } catch {
    // The browser's database cannot be used.
    useOffline.setState({ support: 'none' })
    return resetOffline
  }
}

async function startSupported(userId: string): Promise<() => void> {
  await claimCopies(userId)
  await noteTime(userId, isInContact())
  const partial = await compareWithFiles(userId)
  const publisher = createPublisher(partial)
  const stopped = new AbortController()
  const parts: Parts = {
    userId,
    publisher,
    stopped: stopped.signal,
    downloader: undefined,
    refreshSoon: undefined,
    checkAccess: undefined,
    removeLater: undefined,
  }
  const channel = openChannel((message) => receive(message, parts))
  parts.downloader = downloaderFor(parts, channel)
  const stops = [
    followConditions(() => {
      publisher.publish()
      parts.downloader?.look()
    }),
    connection.subscribe(({ lost }, before) => {
      void noteTime(userId, lost === undefined)
      if (lost !== undefined || before.lost === undefined) return
      parts.checkAccess?.()
      parts.refreshSoon?.('archive')
    }),
    everySoOften(() => void noteTime(userId, isInContact()).then(publisher.publishNow, () => undefined)),
    onArchiveChange((changed) => {
      // A change of the archive is announced to every tab by the server. A change of the favorites is known only to the
      // tab that has made it, so that tab notifies the others.
      if (changed === 'favorites') channel.send({ type: 'favorites' })
      else if (changed === 'access') parts.checkAccess?.()
      else parts.refreshSoon?.(changed)
    }),
  ]
  await publisher.publishNow()
  void lead(parts, channel)
  const stop = () => {
    stopped.abort()
    publisher.stop()
    channel.close()
    for (const each of stops) each()
    running = undefined
    resetOffline()
  }
  running = { userId, channel, publish: publisher.publishNow, stop }
  return stop
}

interface Parts {
  userId: string
  publisher: Publisher
  stopped: AbortSignal
  downloader: Downloader | undefined
  /** Set only in the tab that loads files. */
  refreshSoon: ReturnType<typeof createRefreshSoon> | undefined
  checkAccess: ReturnType<typeof createAccessCheck> | undefined
  removeLater: ReturnType<typeof createRemoveLater> | undefined
}

const isInContact = () => connection.getState().lost === undefined

function receive(
  message: Parameters<CopiesChannel['send']>[0],
  { userId, publisher, downloader, refreshSoon, removeLater }: Parts,
): void {
  if (message.type === 'progress') return publisher.setPartial(message.version, message.receivedBytes)
  if (message.type === 'removed') return message.for === userId ? undefined : running?.stop()
  if (message.type === 'favorites') return refreshSoon?.('favorites')
  publisher.publish()
  if (message.type === 'changed') return downloader?.look()
  removeLater?.()
  downloader?.retry()
}

function downloaderFor({ userId, publisher }: Parts, channel: CopiesChannel): Downloader {
  const changed = () => channel.send({ type: 'changed' })
  return createDownloader({
    waitReason,
    read: async (collection, signal) => {
      await refreshCollection(collection, signal)
      changed()
    },
    load: async ({ file, version }, options) => loadFile({ userId, file, version, ...options }),
    loadBeside: async (track, signal) => {
      const isIn = ({ read }: Collection) => read?.tracks.some(({ version }) => version === track.version)
      const collections = (await readCollections()).filter(isIn)
      for (const collection of collections) {
        await loadDetails(detailsWith(track, collection), signal)
        await loadPictures(collection, signal)
      }
    },
    markFull: async ({ key }) => changeCollection(key, (before) => ({ ...before, isFull: true })),
    onInterrupted: emitUnanswered,
    onComplete: ({ title }) => showToast(`„${title}“ ist offline verfügbar`, { icon: CircleCheck }),
    onProgress: (version, receivedBytes) => channel.send({ type: 'progress', version, receivedBytes }),
    onChanged: () => {
      publisher.publish()
      changed()
    },
  })
}

/** Waits until no other tab loads files; then loads files until this tab is closed. */
async function lead(parts: Parts, channel: CopiesChannel): Promise<void> {
  const { stopped, downloader } = parts
  try {
    await navigator.locks.request(LOCK, { signal: stopped }, async () => {
      await removeUnused(parts.userId)
      channel.send({ type: 'changed' })
      parts.removeLater = createRemoveLater(parts.userId, () => channel.send({ type: 'changed' }), stopped)
      parts.removeLater()
      parts.refreshSoon = createRefreshSoon(
        (changed) => void refreshAll(parts, channel, ({ kind }) => changed === 'archive' || kind === changed),
        stopped,
      )
      parts.checkAccess = createAccessCheck(async () => refreshAll(parts, channel, () => true), stopped)
      if (isInContact()) parts.checkAccess()
      const before = Date.now() - FRESH
      if (isInContact()) void refreshAll(parts, channel, ({ read }) => (read?.readAt ?? 0) < before)
      await downloader?.run(stopped)
    })
  } catch {
    // The copies were stopped while this tab waited for the lock.
  }
}

/**
 * Reads collections again, and removes files that are not used any more. Tracks that were added are loaded later.
 * @returns whether all of them could be read
 */
async function refreshAll(
  { userId, stopped }: Parts,
  channel: CopiesChannel,
  isMeant: (collection: Collection) => boolean,
): Promise<boolean> {
  const collections = (await readCollections()).filter((each) => each.read && isMeant(each))
  let areRead = true
  for (const collection of collections) if (!(await refresh(collection, stopped))) areRead = false
  if (collections.length > 0 && !stopped.aborted) {
    await removeUnused(userId)
    if (isInContact()) await readLists(stopped).catch(() => undefined)
  }
  channel.send({ type: 'retry' })
  return areRead
}

/** Reads a collection again; if that fails, its stored content stays. Returns whether it could be read. */
async function refresh(collection: Collection, signal: AbortSignal): Promise<boolean> {
  if (!isInContact()) return false
  return refreshCollection(collection, signal).then(
    () => true,
    () => false,
  )
}

function everySoOften(note: () => void): () => void {
  const timer = setInterval(note, NOTE_EVERY)
  return () => clearInterval(timer)
}
