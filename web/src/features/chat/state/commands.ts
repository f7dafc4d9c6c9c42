import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { ChatCalls } from './chat-calls.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { notInLog, type PendingChange } from './pending.ts'

/** Changes of messages. Each shows at once and is taken back when the server rejects it. */
export interface Commands {
  /**
   * Replaces the text of an own message.
   * @param message the message as it was when its author began to edit it
   * @returns false when the server has rejected it; the reason was shown and the text is the old one again. True when
   * the chat was reset meanwhile.
   */
  edit: (message: ChatMessage, text: string) => Promise<boolean>
  /** Adds the member's emoji to a message or removes it. */
  react: (messageId: string, emoji: string, isAdded: boolean) => void
  /** Pins or unpins a message for all members; for admins. */
  pin: (message: ChatMessage, isPinned: boolean) => void
}

export interface CommandsParts {
  calls: Pick<ChatCalls, 'edit' | 'react' | 'pin'>
  /** The current time, ISO 8601 in UTC. */
  now: () => string
  getPending: () => readonly PendingChange[]
  setPending: (pending: readonly PendingChange[]) => void
  /** The revision of the log; undefined while it is not loaded. */
  getRevision: () => number | undefined
  onFailed: (what: PendingChange['kind'], failure: unknown) => void
}

/** Number of own edits whose times are remembered. */
const EDITS_REMEMBERED = 50

export function createCommands(parts: CommandsParts): Commands & { reset: () => void } {
  const { calls, now } = parts
  const calling = createRun(parts)
  const { run } = calling

  /**
   * The server's times of own edits, by the time that this tab has shown for the edit; undefined if the server has
   * rejected the edit.
   */
  const editTimes = new Map<string, Promise<string | null | undefined>>()

  function remember(shown: string, stored: Promise<string | null | undefined>): void {
    editTimes.set(shown, stored)
    const [oldest] = editTimes.keys()
    if (editTimes.size > EDITS_REMEMBERED && oldest !== undefined) editTimes.delete(oldest)
  }

  return {
    async edit(message, text) {
      const { id: messageId, editedAt: shownAt } = message
      const signal = calling.signal()
      const editedAt = now()
      const stored = shownAt === null ? undefined : editTimes.get(shownAt)
      const answer = run({ kind: 'edit', messageId, content: text, editedAt }, async () =>
        calls.edit(messageId, text, stored === undefined ? shownAt : await stored),
      )
      remember(
        editedAt,
        answer.then((result) => result?.message.editedAt),
      )
      const isStored = (await answer) !== undefined
      return isStored || signal.aborted
    },
    react(messageId, emoji, isAdded) {
      void run({ kind: 'reaction', messageId, emoji, isAdded }, async () =>
        calls.react(messageId, emoji, isAdded),
      )
    },
    pin(message, isPinned) {
      const { id: messageId } = message
      void run({ kind: 'pin', messageId, message, isPinned, at: now() }, async () =>
        calls.pin(messageId, isPinned),
      )
    },
    reset() {
      calling.reset()
      editTimes.clear()
    },
  }
}

/** What a change sets. Calls about the same subject run one after the other. */
function subjectOf(change: PendingChange): string {
  const { kind, messageId } = change
  return kind === 'reaction' ? `${kind} ${messageId} ${change.emoji}` : `${kind} ${messageId}`
}

function createRun({ getPending, setPending, getRevision, onFailed }: CommandsParts) {
  const queue = createKeyedQueue()
  /** Aborted by a reset, so that later results are ignored. */
  let life = new AbortController()

  /**
   * Shows a change while its call runs. After the answer the change is shown until the log contains it; a failure
   * reverts it.
   * @returns undefined when the call has failed, or was not made because a later change replaces it
   */
  async function run<T extends { revision: number }>(
    change: PendingChange,
    call: () => Promise<T>,
  ): Promise<T | undefined> {
    const { signal } = life
    const subject = subjectOf(change)
    // A later press replaces an earlier one; each edit is sent, because it becomes a former text.
    const isReplaced = (each: PendingChange) => change.kind !== 'edit' && subjectOf(each) === subject
    setPending([...getPending().filter((each) => !isReplaced(each)), change])
    const isShown = () => !signal.aborted && getPending().includes(change)
    try {
      const answer = await queue(subject, async () => (isShown() ? call() : undefined))
      if (answer === undefined || !isShown()) return answer
      const { revision } = answer
      const pending = getPending()
      const answered = pending.with(pending.indexOf(change), { ...change, revision })
      setPending(notInLog(answered, getRevision()))
      return answer
    } catch (failure) {
      if (!isShown()) return undefined
      setPending(getPending().filter((each) => each !== change))
      onFailed(change.kind, failure)
      return undefined
    }
  }

  return {
    run,
    /** Aborted by the next reset. */
    signal: () => life.signal,
    reset() {
      life.abort()
      life = new AbortController()
    },
  }
}
