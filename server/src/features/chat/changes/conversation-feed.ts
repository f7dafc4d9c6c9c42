import type { ChatChange } from '@tonarchiv/contract/chat'
import type { Services } from '#services.ts'
import { type ChangeKinds, readChanges } from './change-kinds.ts'
import { OrderedChanges } from './ordered-changes.ts'
import * as store from './store.ts'

/** How long a change waits for an earlier one that is missing. After that the missing one is read from the database. */
const MISSING_AFTER_MS = 100
/** Maximum number of revisions that one read of the database covers. */
const STEP = 200

interface ConversationFeedOptions extends Pick<Services, 'db' | 'log'> {
  kinds: ChangeKinds
  conversationId: string
  /** Changes up to this revision are not delivered. */
  revision: number
  deliver: (change: ChatChange) => void
}

/** Delivers every change of one conversation in this process exactly once, in the order of revisions. */
export interface ConversationFeed {
  /** The revision of the last change that was delivered or skipped. */
  revision(): number
  /** Takes a change that was committed, in whatever order. */
  receive(change: ChatChange): void
  /** Reads missing changes from the database, one read at a time. */
  catchUp(): Promise<void>
  catchUpSoon(): void
  stop(): void
}

export function openConversationFeed({
  db,
  log,
  kinds,
  conversationId,
  revision,
  deliver,
}: ConversationFeedOptions): ConversationFeed {
  const ordered = new OrderedChanges(revision, deliver)
  let catching: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function catchUpSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void catchUp()
    }, MISSING_AFTER_MS)
  }

  async function catchUp(): Promise<void> {
    if (isStopped) return
    catching ??= readMissing()
      .catch((error: unknown) => log.warn({ err: error }, 'the chat could not be read'))
      .finally(() => {
        catching = undefined
      })
    await catching
  }

  async function readMissing(): Promise<void> {
    const { revision: newest } = await store.conversationState(db, conversationId)
    while (ordered.revision < newest) {
      const since = ordered.revision
      const until = Math.min(since + STEP, newest)
      // The revision and the change are written in one transaction, so every counted change can be read.
      for (const change of await readChanges(db, kinds, { conversationId, since, until })) {
        ordered.skipTo(change.revision - 1)
        ordered.take(change)
      }
      // Revisions without a change belong to messages that were deleted long ago and removed from the
      // database.
      ordered.skipTo(until)
    }
    if (ordered.hasGap) catchUpSoon()
  }

  return {
    revision: () => ordered.revision,
    receive: (change) => {
      ordered.take(change)
      if (ordered.hasGap) catchUpSoon()
    },
    catchUp,
    catchUpSoon,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
