import { LONG_PAGE, type ChatCalls } from './chat-calls.ts'
import { isOutdated, liesBeforeLoaded, withOlder, type ChatLog } from './log.ts'

/** Maximum number of pages, `LONG_PAGE` messages each, that are read to find a message. */
const SEARCHED_PAGES_AT_MOST = 5
/** Maximum number of times that a page is read because messages on it change meanwhile. */
const READ_AT_MOST = 3

export type OlderState = 'idle' | 'loading' | 'failed'

export interface OlderParts {
  read: ChatCalls['read']
  getLog: () => ChatLog
  setLog: (log: ChatLog) => void
  getState: () => OlderState
  setState: (state: OlderState) => void
}

export interface Older {
  load: () => Promise<void>
  /** Loads older messages until everything after this one is loaded, or `SEARCHED_PAGES_AT_MOST` pages were read. */
  loadBackTo: (id: string) => Promise<void>
  reset: () => void
}

/** Reads the messages before the first loaded one, one page at a time. */
export function createOlder({ read, getLog, setLog, getState, setState }: OlderParts): Older {
  let life = new AbortController()
  let loading: Promise<void> | undefined

  /**
   * Reads a page and adds it to the log.
   * @returns the state after that; undefined if the chat was reset meanwhile
   */
  async function readBefore(first: string, limit: number | undefined): Promise<OlderState | undefined> {
    const { signal } = life
    try {
      for (let times = 0; times < READ_AT_MOST; times += 1) {
        const page = await read({ before: first, ...(limit !== undefined && { limit }) })
        if (signal.aborted) return undefined
        if (isOutdated(getLog(), page)) continue
        // The log may have been replaced meanwhile.
        if (getLog().messages[0]?.id === first) setLog(withOlder(getLog(), page))
        return 'idle'
      }
      return 'failed'
    } catch {
      return signal.aborted ? undefined : 'failed'
    }
  }

  function load(limit?: number): Promise<void> {
    const { messages, hasOlder } = getLog()
    const first = messages[0]?.id
    if (loading) return loading
    if (!hasOlder || first === undefined) return Promise.resolve()
    setState('loading')
    const begun = readBefore(first, limit).then((state) => {
      if (loading === begun) loading = undefined
      // Set after this load has ended: a list that is still near its beginning loads the next page at once.
      if (state !== undefined) setState(state)
    })
    loading = begun
    return begun
  }

  return {
    load: () => load(),
    async loadBackTo(id) {
      const { signal } = life
      for (let pages = 0; pages < SEARCHED_PAGES_AT_MOST; pages += 1) {
        if (signal.aborted || !liesBeforeLoaded(getLog(), id)) return
        await load(LONG_PAGE)
        if (getState() === 'failed') return
      }
    },
    reset() {
      life.abort()
      life = new AbortController()
      loading = undefined
    },
  }
}
