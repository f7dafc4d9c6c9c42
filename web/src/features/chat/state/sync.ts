import { LONG_PAGE, type ChatCalls } from './chat-calls.ts'
import { isBehind, withMissed, withNewest, type ChatLog } from './log.ts'
import { LATE_AT_MOST, syncAfter, type SyncEvent, type SyncState } from './sync-machine.ts'

/** If more pages than this were missed, the newest page is read instead. */
const MISSED_PAGES_AT_MOST = 10

export interface SyncParts {
  read: ChatCalls['read']
  wait: (ms: number) => Promise<unknown>
  getState: () => SyncState
  setState: (state: SyncState) => void
  getLog: () => ChatLog
  setLog: (log: ChatLog) => void
  /** Called before each read. It returns a function that is called when the log is complete up to that moment. */
  onReading: () => () => void
}

export interface Sync {
  /** @returns once the first page is there, or could not be read */
  open: () => Promise<void>
  happened: (event: SyncEvent) => void
}

/** Keeps a log complete: performs the reads and waits that `sync-machine.ts` decides. */
export function createSync(parts: SyncParts): Sync {
  const { wait, getState, setState, getLog } = parts
  let opening: Promise<void> = Promise.resolve()

  function happened(event: SyncEvent): void {
    const before = getState()
    const after = syncAfter(before, event)
    if (after === before) return
    setState(after)
    if (after.name !== before.name) enter(after)
  }

  function enter(state: SyncState): void {
    if (state.name === 'opening') opening = read('newest')
    else if (state.name === 'reading') void read(state.what)
    else if (state.name === 'late') void waited(state, LATE_AT_MOST)
    else if (state.name === 'pausing') void waited(state, state.wait)
  }

  async function waited(state: SyncState, ms: number): Promise<void> {
    await wait(ms)
    if (getState() === state) happened({ type: 'waited', isBehind: isBehind(getLog()) })
  }

  /** Aborted when the chat is closed, so that later results are ignored. */
  let life = new AbortController()

  async function read(what: 'missed' | 'newest'): Promise<void> {
    const { signal } = life
    const caughtUp = parts.onReading()
    try {
      await (what === 'newest' ? readNewest(parts, signal) : readMissed(parts, signal))
      if (signal.aborted) return
      caughtUp()
      happened({ type: 'read', isBehind: isBehind(getLog()) })
    } catch (failure) {
      if (!signal.aborted) happened({ type: 'readFailed', failure })
    }
  }

  return {
    happened(event) {
      if (event.type === 'reset') {
        life.abort()
        life = new AbortController()
      }
      happened(event)
    },
    open() {
      happened({ type: 'open' })
      return opening
    },
  }
}

type LogParts = Pick<SyncParts, 'read' | 'getLog' | 'setLog'>

/** Replaces the log by the newest page. */
async function readNewest(parts: LogParts, signal: AbortSignal): Promise<void> {
  const { read, getLog, setLog } = parts
  const page = await read({})
  if (signal.aborted) return
  const { revision = 0 } = getLog()
  setLog(withNewest({ ...getLog(), deleted: new Set() }, page))
  // Changes that were received during the request were dropped together with the old log, so they are read again.
  if (page.revision < revision) await readMissed(parts, signal)
}

/**
 * Reads the changes after the last message page by page. If there are too many pages, it reads the newest page instead.
 */
async function readMissed(parts: LogParts, signal: AbortSignal): Promise<void> {
  const { read, getLog, setLog } = parts
  let { revision = 0 } = getLog()
  for (let pages = 0; pages < MISSED_PAGES_AT_MOST; pages += 1) {
    const last = getLog().messages.at(-1)?.id
    const page = await read(last === undefined ? { revision } : { after: last, revision, limit: LONG_PAGE })
    if (signal.aborted) return
    if (page.startOver) break
    if (last === undefined) {
      // Without messages in the log the request was for the newest page, and older messages may exist.
      const received = getLog().revision ?? 0
      setLog(withNewest(getLog(), page))
      if (page.revision >= received) return
      // Changes that were received during the request were dropped together with the old log, so they are read again.
      revision = page.revision
    } else {
      setLog(withMissed(getLog(), page))
      if (!page.hasMore) return
    }
  }
  await readNewest(parts, signal)
}
