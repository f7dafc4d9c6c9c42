import { messageNotFound, type ChatChange, type ChatMessage } from '@tonarchiv/contract/chat'
import type { Person } from '@tonarchiv/contract/presence'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError } from '#client/api-error.ts'
import {
  isBehind,
  liesBeforeLoaded,
  NO_LOG,
  shortened,
  withAuthor,
  withChange,
  withMissed,
  withNewest,
  withOlder,
  type ChatLog,
  type Page,
} from './log.ts'
import { withoutArrived, type Outgoing, type OwnMedia } from './outbox.ts'
import { createUploadQueue } from './upload-queue.ts'

/** What the chat asks of the server. */
export interface ChatCalls {
  read: (query: { before?: string; after?: string; revision?: number; limit?: number }) => Promise<Page>
  post: (body: { message: string; clientId: string; mediaUrl: string | undefined }) => Promise<ChatMessage>
  remove: (id: string) => Promise<unknown>
}

export interface ChatParts {
  calls: ChatCalls
  ownId: () => string | undefined
  newId: () => string
  wait: (ms: number) => Promise<unknown>
  /** Tells somebody that something did not work. */
  complain: (what: 'delete', failure: unknown) => void
}

/** What is to be sent. */
export interface Draft {
  text: string
  /** As it was sent before in vain: sent again, it is still the same message. */
  clientId?: string | undefined
  media?: OwnMedia | undefined
  /** Sends the file and tells how far it is, 0 to 1; resolves with its address at the server. */
  upload?:
    | ((options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<string>)
    | undefined
}

/** A message that could not be sent and goes back to who wrote it. */
export interface Returned extends Draft {
  clientId: string
  failure: unknown
}

export interface ChatState {
  log: ChatLog
  /** Own messages on their way, oldest first. */
  outbox: readonly Outgoing[]
  /** Ids that are out of sight because they are being deleted. */
  hidden: ReadonlySet<string>
  /** Why there is no first page. */
  failure: unknown
  older: 'idle' | 'loading' | 'failed'
  /** What could not be sent, oldest first. */
  returned: readonly Returned[]
}

export interface Chat {
  state: StoreApi<ChatState>
  /** Reads the newest page unless it is there; from then on the log is kept whole. */
  open: () => Promise<void>
  /** The connection stands (again): what was missed is fetched. */
  connected: () => void
  heard: (change: ChatChange) => void
  /** Somebody is called otherwise from now on; a deleted account’s texts are gone, too. */
  renamed: (person: Person, isDeleted: boolean) => void
  loadOlder: () => Promise<void>
  /** Loads older messages until what follows this one is here, or after `SEARCHED_PAGES_AT_MOST` pages. */
  loadBackTo: (id: string) => Promise<void>
  send: (draft: Draft) => void
  /** Calls off a message whose file is still being sent. */
  cancel: (clientId: string) => void
  /** Takes the oldest message that came back; each is handed out once. */
  takeReturned: () => Returned | undefined
  /** Takes a message out of sight on this page only; `show` brings such messages back. */
  hide: (id: string) => void
  show: (ids: readonly string[]) => void
  /** Deletes a message for everyone; it comes back into sight when the server does not do it. */
  remove: (id: string) => Promise<void>
  /** Nobody looks any more: only the newest messages are kept. */
  leave: () => void
  reset: () => void
}

/** Messages read at once when much was missed; after so many pages it is quicker to begin anew. */
const MISSED_LIMIT = 100
const MISSED_PAGES_AT_MOST = 10
/** Pages of older messages, `MISSED_LIMIT` each, that are read to get to a certain one. */
const SEARCHED_PAGES_AT_MOST = 5
/** Milliseconds that a change may be late before the server is asked. */
const LATE_AT_MOST = 300
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
const KEPT_WHEN_LEFT = 200

const NOTHING: ChatState = {
  log: NO_LOG,
  outbox: [],
  hidden: new Set(),
  failure: undefined,
  older: 'idle',
  returned: [],
}

/** The chat of this tab: one list that is whole and in order, whatever the line does. */
export function createChat({ calls, ownId, newId, wait, complain }: ChatParts): Chat {
  const state = createStore<ChatState>(() => NOTHING)
  const get = () => state.getState()
  const set = (change: Partial<ChatState>) => state.setState(change)
  const uploads = new Map<string, { draft: Draft & { clientId: string }; controller: AbortController }>()
  const uploadQueue = createUploadQueue(wait)
  /** Counts the lives of this chat, so that what was asked in an earlier one is not taken for this one's. */
  let life = 0
  let opening: Promise<void> | undefined
  let loadingOlder: Promise<void> | undefined
  let isSyncing = false
  /** Something was told or missed since the running sync asked. */
  let mayBeBehind = false
  /** Messages leave one after the other, in the order in which they were written. */
  let line: Promise<unknown> = Promise.resolve()

  function setLog(log: ChatLog): void {
    set({ log, outbox: withoutArrived(get().outbox, log, ownId() ?? '') })
  }

  async function readNewest(): Promise<void> {
    const asked = life
    try {
      const page = await calls.read({})
      if (asked === life) {
        setLog(withNewest(get().log, page))
        set({ failure: undefined })
      }
    } catch (failure) {
      if (asked === life) set({ failure })
    }
    if (isBehind(get().log)) void sync()
  }

  function open(): Promise<void> {
    if (get().log.revision !== undefined) return Promise.resolve()
    set({ failure: undefined })
    opening ??= readNewest().finally(() => {
      opening = undefined
    })
    return opening
  }

  /** Reads page by page what came after the last message; begins anew where that would take too long. */
  async function catchUp(): Promise<void> {
    const { revision } = get().log
    if (revision === undefined) return
    const answered = new Set(get().outbox.flatMap(({ answer, clientId }) => (answer ? clientId : [])))
    await readMissed(revision)
    // They stand in the chat by now, or were deleted there.
    set({ outbox: get().outbox.filter(({ clientId }) => !answered.has(clientId)) })
  }

  async function readMissed(revision: number): Promise<void> {
    for (let pages = 0; pages < MISSED_PAGES_AT_MOST; pages += 1) {
      const last = get().log.messages.at(-1)?.id
      const page = await calls.read(
        last === undefined ? { revision } : { after: last, revision, limit: MISSED_LIMIT },
      )
      if (get().log.revision === undefined) return
      if (page.startOver) break
      // Without a last message the newest page was asked for, and there may be more before it.
      if (last === undefined) return setLog(withNewest(get().log, page))
      setLog(withMissed(get().log, page))
      if (!page.hasMore) return
    }
    await startOver()
  }

  async function startOver(): Promise<void> {
    const page = await calls.read({})
    const { log } = get()
    if (log.revision !== undefined) setLog(withNewest({ ...log, deleted: new Set() }, page))
  }

  async function sync(): Promise<void> {
    mayBeBehind = true
    if (isSyncing) return
    isSyncing = true
    const asked = life
    let pause = FIRST_PAUSE
    const isWanted = () => mayBeBehind && asked === life
    while (isWanted()) {
      mayBeBehind = false
      try {
        await catchUp()
        pause = FIRST_PAUSE
        mayBeBehind ||= isBehind(get().log)
        if (mayBeBehind) await wait(LATE_AT_MOST)
      } catch {
        mayBeBehind = true
        await wait(pause)
        pause = Math.min(pause * 2, LONGEST_PAUSE)
      }
    }
    isSyncing = false
  }

  function change(clientId: string, changes: Partial<Outgoing>): void {
    const { outbox } = get()
    const index = outbox.findIndex((each) => each.clientId === clientId)
    const before = outbox[index]
    if (before) set({ outbox: outbox.with(index, { ...before, ...changes }) })
  }

  async function deliver(draft: Draft & { clientId: string }, mediaUrl: Promise<string | undefined>) {
    const { clientId, text } = draft
    const asked = life
    try {
      const address = await mediaUrl
      if (!get().outbox.some((each) => each.clientId === clientId)) return
      change(clientId, { progress: undefined })
      const answer = await calls.post({ message: text, clientId, mediaUrl: address })
      if (asked !== life) return
      change(clientId, { answer })
      setLog(get().log)
    } catch (failure) {
      if (asked !== life) return
      giveBack(draft, failure)
    } finally {
      uploads.delete(clientId)
    }
  }

  /** Back to its author; `failure` is missing where they have called it off themselves. */
  function giveBack(draft: Draft & { clientId: string }, failure?: unknown): void {
    // It may have been told to everyone though its answer was lost, or was called off before.
    if (!get().outbox.some(({ clientId }) => clientId === draft.clientId)) return
    set({
      outbox: get().outbox.filter(({ clientId }) => clientId !== draft.clientId),
      returned: [...get().returned, { ...draft, failure }],
    })
  }

  function hide(id: string): void {
    if (!get().hidden.has(id)) set({ hidden: new Set([...get().hidden, id]) })
  }

  function show(ids: readonly string[]): void {
    set({ hidden: new Set([...get().hidden].filter((id) => !ids.includes(id))) })
  }

  async function readOlder(first: string, limit: number | undefined): Promise<void> {
    set({ older: 'loading' })
    const asked = life
    try {
      const page = await calls.read({ before: first, ...(limit !== undefined && { limit }) })
      if (asked !== life) return
      // The log may have begun anew meanwhile.
      if (get().log.messages[0]?.id === first) setLog(withOlder(get().log, page))
      set({ older: 'idle' })
    } catch {
      if (asked === life) set({ older: 'failed' })
    }
  }

  function loadOlder(limit?: number): Promise<void> {
    const { log } = get()
    const first = log.messages[0]?.id
    if (loadingOlder) return loadingOlder
    if (!log.hasOlder || first === undefined) return Promise.resolve()
    const loading = readOlder(first, limit).finally(() => {
      if (loadingOlder === loading) loadingOlder = undefined
    })
    loadingOlder = loading
    return loading
  }

  return {
    state,
    open,
    hide,
    show,
    connected() {
      if (get().log.revision !== undefined) void sync()
      else if (get().failure !== undefined) void open()
    },
    heard(told) {
      const { log } = get()
      if (log.revision === undefined && opening === undefined) return
      const after = withChange(log, told)
      if (after === log) return
      setLog(after)
      if (isBehind(after) && !isSyncing) {
        void wait(LATE_AT_MOST).then(() => (isBehind(get().log) ? sync() : undefined))
      } else if (isBehind(after)) mayBeBehind = true
    },
    renamed(person, isDeleted) {
      const { log } = get()
      set({ log: withAuthor(log, person) })
      if (isDeleted && log.revision !== undefined) void startOver().catch(() => sync())
    },
    loadOlder: () => loadOlder(),
    async loadBackTo(id) {
      const asked = life
      for (let pages = 0; pages < SEARCHED_PAGES_AT_MOST; pages += 1) {
        if (asked !== life || !liesBeforeLoaded(get().log, id)) return
        await loadOlder(MISSED_LIMIT)
        if (get().older === 'failed') return
      }
    },
    send(draft) {
      const sent = { ...draft, clientId: draft.clientId ?? newId() }
      const { clientId, text, media, upload } = sent
      set({ outbox: [...get().outbox, { clientId, text, media, ...(upload && { progress: 0 }) }] })
      let mediaUrl: Promise<string | undefined> = Promise.resolve(undefined)
      if (upload) {
        const controller = new AbortController()
        const { signal } = controller
        uploads.set(clientId, { draft: sent, controller })
        const onProgress = (progress: number) => change(clientId, { progress })
        mediaUrl = uploadQueue.add(() => upload({ signal, onProgress }), signal)
        // It is looked at when its turn comes.
        mediaUrl.catch(() => undefined)
      }
      line = line.then(() => deliver(sent, mediaUrl))
    },
    cancel(clientId) {
      const uploading = uploads.get(clientId)
      uploading?.controller.abort()
      // At once, though others may be sent before it.
      if (uploading) giveBack(uploading.draft)
    },
    takeReturned() {
      const [oldest, ...returned] = get().returned
      if (oldest) set({ returned })
      return oldest
    },
    async remove(id) {
      const asked = life
      hide(id)
      try {
        await calls.remove(id)
      } catch (failure) {
        if (asked !== life || (failure instanceof ApiError && failure.is(messageNotFound))) return
        show([id])
        complain('delete', failure)
      }
    },
    leave: () => set({ log: shortened(get().log, KEPT_WHEN_LEFT), older: 'idle' }),
    reset() {
      life += 1
      for (const { controller } of uploads.values()) controller.abort()
      opening = undefined
      loadingOlder = undefined
      isSyncing = false
      state.setState(NOTHING, true)
    },
  }
}
