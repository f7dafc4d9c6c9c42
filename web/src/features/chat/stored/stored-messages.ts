import { currentUser, onSignedOut } from '#features/auth/index.ts'
import { allDrafts, EMPTY_DRAFT, useDraft } from '../composer/draft.ts'
import type { Chat } from '../state/chat.ts'
import { openChats } from '../state/chat-instance.ts'
import { newUuid } from '#client/new-uuid.ts'
import { unanswered } from '../state/outgoing.ts'
import { allVoices, allVoicesSoFar, useVoiceDraft } from '../voice/voice-draft.ts'
import { draftKey } from './records.ts'
import { readChangedDraft, readDrafts, removeForeign, restoreDraft } from './restore.ts'
import { openTabChannel } from './tab-channel.ts'
import { holdTabLock } from './tab-lock.ts'
import { createTabTakeover } from './tab-takeover.ts'
import { showStorageProblem } from './storage-problem.ts'
import type { UnsentMessages } from './wanted-records.ts'
import { createWriter } from './writer.ts'

/** Milliseconds from a change of a draft until it is stored. */
const WRITE_AFTER = 200

/** The unsent messages of this browser. */
export interface StoredMessages {
  /** Stores the outbox of a conversation. Returns a function that ends this. */
  watch: (chat: Chat) => () => void
  /** Called when the connection is back, so that messages of closed tabs are sent, too. */
  connected: () => void
  stop: () => void
}

/** @param isLeaving whether the page may be closed; then the recorded part of a running recording is included */
function unsentMessages(isLeaving: boolean): UnsentMessages {
  const outboxes = [...openChats()].map(
    ([conversation, { state }]) => [conversation, unanswered(state.getState().outbox)] as const,
  )
  const [drafts, voices] = [allDrafts(), isLeaving ? allVoicesSoFar() : allVoices()]
  return {
    outboxes: new Map(outboxes),
    drafts: new Map(
      [...new Set([...drafts.keys(), ...voices.keys()])].map((conversation) => [
        conversation,
        { draft: drafts.get(conversation) ?? EMPTY_DRAFT, voices: voices.get(conversation) ?? [] },
      ]),
    ),
  }
}

/**
 * Keeps drafts and messages that wait for the connection in the browser's database, and restores those that an earlier
 * page has stored. A tab sends its own messages, and those of a tab that was closed. All records are removed at the end
 * of the session.
 */
export function startStoredMessages(): StoredMessages {
  const userId = currentUser()?.id ?? ''
  const tab = newUuid()
  const ending = new AbortController()
  const { signal } = ending
  let held: Promise<void> | undefined
  let isLocked = false
  let isRestored = false
  const drafts = openTabChannel(
    'drafts',
    (conversation) => {
      if (isRestored) void showChanged(conversation).catch(() => undefined)
    },
    signal,
  )
  const messages = openTabChannel('outbox', () => lookAgain(), signal)
  const writer = createWriter({
    userId,
    tab,
    signal,
    onOutbox() {
      held ??= holdTabLock(tab, signal).then(() => void (isLocked = true))
      // Returns undefined once the lock is held, so that writing does not wait for a promise: the page may be closing.
      return isLocked ? undefined : held
    },
    onDraft: drafts.announce,
    onMessages: () => messages.announce(tab),
    onStored: showStorageProblem(),
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  async function write(isLeaving = false): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isRestored && !signal.aborted) await writer.write(() => unsentMessages(isLeaving))
  }
  function writeSoon(): void {
    timer ??= setTimeout(() => void write(), WRITE_AFTER)
  }

  /** Called when another tab has changed the draft: this tab shows that draft, unless it has changed its own. */
  async function showChanged(conversation: string): Promise<void> {
    const state = () => writer.writtenDraft(conversation, unsentMessages(false))
    const before = state()
    if (before === undefined) return
    const { record, show } = await readChangedDraft({ userId, conversation })
    // What was read is outdated if this tab has written meanwhile.
    if (signal.aborted || state() !== before) return
    writer.setWritten('drafts', draftKey({ userId, conversation }), record)
    show()
  }

  const { look } = createTabTakeover({ userId, tab, signal, writer, write })

  async function restore(): Promise<void> {
    await removeForeign(userId)
    for (const record of await readDrafts(userId)) {
      if (signal.aborted) return
      await restoreDraft(record, signal)
      writer.setWritten('drafts', record.key, record)
    }
    isRestored = true
    await write()
    await look()
  }

  function lookAgain(): void {
    if (isRestored && !signal.aborted) void look().catch(() => undefined)
  }
  // Without a database everything stays in memory.
  void restore().catch(() => undefined)
  const stops = [useDraft.subscribe(writeSoon), useVoiceDraft.subscribe(writeSoon), onSignedOut(end)]
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') void write(true)
      else {
        writeSoon()
        lookAgain()
      }
    },
    { signal },
  )
  addEventListener('pagehide', () => void write(true), { signal })

  function end(): void {
    ending.abort()
    clearTimeout(timer)
    for (const each of stops) each()
  }
  return {
    watch: (chat) =>
      chat.state.subscribe(({ outbox }, before) => {
        if (outbox === before.outbox) return
        if (outbox.length === before.outbox.length) writeSoon()
        else queueMicrotask(() => void write())
      }),
    connected: lookAgain,
    stop() {
      void write()
      end()
    },
  }
}
