import type { ChatChange } from '@tonarchiv/contract/chat'
import type { Person } from '@tonarchiv/contract/presence'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChatCalls } from './chat-calls.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { isBehind, NO_LOG, shortened, withAuthor, withChange, type ChatLog } from './log.ts'
import { createOlder, type Older, type OlderState } from './older.ts'
import { createSending, type Sending } from './sending.ts'
import { NOTHING_SENT, sendingAfter, type SendingState } from './sending-machine.ts'
import { createSync } from './sync.ts'
import { CLOSED, type SyncState } from './sync-machine.ts'

export interface ChatDependencies {
  calls: ChatCalls
  ownId: () => string | undefined
  newId: () => string
  wait: (ms: number) => Promise<unknown>
  /** Reports a failure to the member. */
  showError: (what: 'delete', failure: unknown) => void
}

export interface ChatState extends SendingState {
  log: ChatLog
  sync: SyncState
  older: OlderState
  /** Ids that are hidden because they are being deleted. */
  hidden: ReadonlySet<string>
}

export interface Chat
  extends Pick<Sending, 'send' | 'cancel' | 'shiftReturned'>, Pick<Older, 'loadBackTo'>, Deletions {
  state: StoreApi<ChatState>
  /** Reads the newest page unless it is loaded; from then on the log is kept complete. */
  open: () => Promise<void>
  /** Called when the connection is established; missed changes are read. */
  connected: () => void
  /** Handles a change that the connection has delivered. */
  receive: (change: ChatChange) => void
  /** The name or image of a member has changed; the media of a deleted account are removed. */
  renamed: (person: Person, isDeleted: boolean) => void
  loadOlder: () => Promise<void>
  /** The chat page was left: only the newest messages are kept. */
  leave: () => void
  reset: () => void
}

const MESSAGES_RETAINED = 200

const NOTHING: ChatState = {
  ...NOTHING_SENT,
  log: NO_LOG,
  sync: CLOSED,
  older: 'idle',
  hidden: new Set(),
}

/** Creates the chat of this tab: a complete and ordered list of messages, also after connection losses. */
export function createChat({ calls, ownId, newId, wait, showError }: ChatDependencies): Chat {
  const state = createStore<ChatState>(() => NOTHING)
  const get = () => state.getState()
  const set = (change: Partial<ChatState>) => state.setState(change)
  const getLog = () => get().log

  /** Updates log and outbox at once, so that no message is shown twice. */
  function setLog(log: ChatLog): void {
    const { outbox, returned } = sendingAfter(get(), { type: 'logged', content: log, ownId: ownId() ?? '' })
    set({ log, outbox, returned })
  }

  const sending = createSending({
    post: calls.post,
    newId,
    wait,
    getState: get,
    setState: ({ outbox, returned }) => set({ outbox, returned }),
    onAnswered: () => setLog(getLog()),
  })
  const sync = createSync({
    read: calls.read,
    wait,
    getState: () => get().sync,
    setState: (next) => set({ sync: next }),
    getLog,
    setLog,
    onReading: () => {
      const answeredIds = new Set(
        get().outbox.flatMap(({ stage, clientId }) => (stage.name === 'answered' ? clientId : [])),
      )
      return () => sending.happened({ type: 'caughtUp', answeredIds })
    },
  })
  const older = createOlder({
    read: calls.read,
    getLog,
    setLog,
    getState: () => get().older,
    setState: (next) => set({ older: next }),
  })
  const deletions = createDeletions({
    call: calls.remove,
    getHidden: () => get().hidden,
    setHidden: (hidden) => set({ hidden }),
    onFailed: (failure) => showError('delete', failure),
  })

  return {
    state,
    open: sync.open,
    connected: () => sync.happened({ type: 'connected' }),
    receive(change) {
      const { log, sync: at } = get()
      if (at.name === 'closed' || at.name === 'failed') return
      const after = withChange(log, change)
      if (after === log) return
      setLog(after)
      if (isBehind(after)) sync.happened({ type: 'gap' })
    },
    renamed(person, isDeleted) {
      set({ log: withAuthor(getLog(), person) })
      if (isDeleted) sync.happened({ type: 'outdated' })
    },
    loadOlder: older.load,
    loadBackTo: older.loadBackTo,
    send: sending.send,
    cancel: sending.cancel,
    shiftReturned: sending.shiftReturned,
    hide: deletions.hide,
    show: deletions.show,
    remove: deletions.remove,
    leave: () => set({ log: shortened(getLog(), MESSAGES_RETAINED), older: 'idle' }),
    reset() {
      sending.reset()
      older.reset()
      sync.happened({ type: 'reset' })
      state.setState(NOTHING, true)
    },
  }
}
