import type { ChatChange } from '@tonarchiv/contract/chat'
import { knownChange, payloads } from '@tonarchiv/contract/chat-changes'
import { createBatches } from './frames.ts'
import { isBehind, withChange, type ChatLog } from './log.ts'
import type { SyncEvent } from './sync-machine.ts'

interface ReceivingParts {
  beforeNextFrame: (run: () => void) => void
  /** Whether changes are collected. */
  isOpen: () => boolean
  getLog: () => ChatLog
  setLog: (log: ChatLog) => void
  happened: (event: SyncEvent) => void
}

type Listener = (changes: readonly ChatChange[]) => void

export interface Receiving {
  /** Handles a change that the connection has delivered. */
  receive: (change: ChatChange) => void
  /** Calls the listener once a frame with all received changes, also those of messages that are not loaded. */
  onChanges: (listener: Listener) => () => void
  reset: () => void
}

/** Applies received changes to the log, at most once a frame. */
export function createReceiving(parts: ReceivingParts): Receiving {
  const { beforeNextFrame, isOpen, getLog, setLog, happened } = parts
  const listeners = new Set<Listener>()
  const batches = createBatches<ChatChange>((changes) => {
    for (const listener of listeners) listener(changes)
    if (!isOpen()) return
    const log = getLog()
    const after = changes.reduce((before, change) => withChange(before, change), log)
    if (after === log) return
    setLog(after)
    if (isBehind(after)) happened({ type: 'gap' })
    else if (changes.some(isUnreadable)) happened({ type: 'outdated' })
  }, beforeNextFrame)

  return {
    receive: batches.add,
    onChanges(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reset: batches.reset,
  }
}

/**
 * Whether the change is of a known kind, but has an invalid payload, because a server process of an older version could
 * not read it. The log must then be read anew.
 */
function isUnreadable(change: ChatChange): boolean {
  return change.type === 'chatChange' && change.kind in payloads && knownChange(change) === undefined
}
