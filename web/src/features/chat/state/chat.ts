import type { Person } from '@tonarchiv/contract/presence'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChatCalls } from './chat-calls.ts'
import { createCommands, type Commands } from './commands.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { NO_LOG, withAuthor, type ChatLog } from './log.ts'
import { createOlder, type Older, type OlderState } from './older.ts'
import { notInLog, type PendingChange } from './pending.ts'
import { createReceiving, type Receiving } from './receiving.ts'
import { createRetention } from './retention.ts'
import { createSending, type Sending } from './sending.ts'
import { NOTHING_SENT, sendingAfter, type SendingState } from './sending-machine.ts'
import { createSync } from './sync.ts'
import { CLOSED, type SyncState } from './sync-machine.ts'

export interface ChatDependencies {
  calls: ChatCalls
  ownId: () => string | undefined
  newId: () => string
  wait: (ms: number) => Promise<unknown>
  /** The current time, ISO 8601 in UTC. */
  now: () => string
  /** Runs the function before the next frame. */
  beforeNextFrame: (run: () => void) => void
  /** Reports a failure to the member. */
  showError: (what: 'delete' | PendingChange['kind'], failure: unknown) => void
}

export interface ChatState extends SendingState {
  log: ChatLog
  sync: SyncState
  older: OlderState
  /** Ids that are hidden because they are being deleted. */
  hidden: ReadonlySet<string>
  /** Own edits, reactions and pins that the log does not contain yet. */
  pending: readonly PendingChange[]
}

export interface Chat
  extends
    Pick<Sending, 'send' | 'cancel' | 'repeatUpload' | 'leaveOut' | 'shiftReturned' | 'sendWaiting'>,
    Pick<Older, 'loadBackTo'>,
    Pick<Receiving, 'receive' | 'onChanges'>,
    Deletions,
    Commands {
  state: StoreApi<ChatState>
  /** Reads the newest page unless it is loaded; from then on the log is kept complete. */
  open: () => Promise<void>
  /** Called when the connection is established; missed changes are read, and waiting messages are sent. */
  connected: () => void
  /** The name or image of a member has changed; the media of a deleted account are removed. */
  renamed: (person: Person, isDeleted: boolean) => void
  /** Calls the listener when changes that may have been missed were read. */
  onCaughtUp: (listener: () => void) => () => void
  loadOlder: () => Promise<void>
  /** The chat page was left: from now on only the newest messages are kept. */
  leave: () => void
  /** Drops older messages when there are very many. Called while the reader is at the end of the list. */
  dropOld: () => void
  reset: () => void
}

const NOTHING: ChatState = {
  ...NOTHING_SENT,
  log: NO_LOG,
  sync: CLOSED,
  older: 'idle',
  hidden: new Set(),
  pending: [],
}

const answeredIn = ({ outbox }: SendingState): ReadonlySet<string> =>
  new Set(outbox.flatMap(({ stage, clientId }) => (stage.name === 'answered' ? clientId : [])))

/** Creates the chat of this tab: a complete and ordered list of messages, also after connection losses. */
export function createChat(dependencies: ChatDependencies): Chat {
  const { calls, ownId, newId, wait, showError } = dependencies
  const state = createStore<ChatState>(() => NOTHING)
  const get = () => state.getState()
  const set = (change: Partial<ChatState>) => state.setState(change)
  const getLog = () => get().log
  const retention = createRetention({ getLog, set })

  /** Updates log, outbox and pending changes at once, so that nothing is shown twice or flickers. */
  function setLog(changed: ChatLog): void {
    const log = retention.limited(changed)
    const { outbox, returned } = sendingAfter(get(), { type: 'logged', content: log, ownId: ownId() ?? '' })
    set({ log, outbox, returned, pending: notInLog(get().pending, log.revision) })
  }

  const caughtUpListeners = new Set<() => void>()
  const sending = createSending({
    calls,
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
      const answeredIds = answeredIn(get())
      const isOpening = get().sync.name === 'opening'
      return () => {
        sending.happened({ type: 'caughtUp', answeredIds })
        if (!isOpening) for (const listener of caughtUpListeners) listener()
      }
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

  const commands = createCommands({
    calls,
    now: dependencies.now,
    getPending: () => get().pending,
    setPending: (pending) => set({ pending }),
    getRevision: () => getLog().revision,
    onFailed: showError,
  })
  const receiving = createReceiving({
    beforeNextFrame: dependencies.beforeNextFrame,
    isOpen: () => !['closed', 'failed'].includes(get().sync.name),
    getLog,
    setLog,
    happened: sync.happened,
  })

  return {
    ...sending,
    ...receiving,
    ...deletions,
    ...commands,
    ...retention,
    state,
    open() {
      retention.opened(ownId() ?? '')
      return sync.open()
    },
    connected() {
      sync.happened({ type: 'connected' })
      sending.sendWaiting()
    },
    onCaughtUp(listener) {
      caughtUpListeners.add(listener)
      return () => caughtUpListeners.delete(listener)
    },
    renamed(person, isDeleted) {
      set({ log: withAuthor(getLog(), person) })
      if (isDeleted) sync.happened({ type: 'outdated' })
    },
    loadOlder: older.load,
    loadBackTo: older.loadBackTo,
    reset() {
      receiving.reset()
      sending.reset()
      commands.reset()
      older.reset()
      sync.happened({ type: 'reset' })
      state.setState(NOTHING, true)
    },
  }
}
