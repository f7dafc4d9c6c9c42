import { type MessageChange, messageDatabase } from '#client/message-database.ts'
import { draftKey, fileIdOf, fileIdsIn } from './records.ts'
import { removeUnreferencedFiles } from './restore.ts'
import { wantedDrafts, wantedMessages, type UnsentMessages, type Wanted } from './wanted-records.ts'

export interface Writer {
  /**
   * Stores what has changed since the last call. It uses one transaction, so that a message that is sent is never both
   * a draft and in the outbox.
   */
  write: (read: () => UnsentMessages) => Promise<void>
  /** Call it when the database contains this record, or with `undefined` when it has none with this key. */
  setWritten: (store: 'outbox' | 'drafts', key: string, record: object | undefined) => void
  /** Identifies the draft that was written or read last; undefined when this tab has changed it since. */
  writtenDraft: (conversation: string, messages: UnsentMessages) => string | undefined
}

/** Why messages could not be stored: the browser has no space left, or no database, as in some private windows. */
export type StorageProblem = 'full' | 'unavailable'

interface WriterParts {
  userId: string
  /** The id of this tab. */
  tab: string
  /** Aborted at the end of the session; nothing is written afterwards. */
  signal: AbortSignal
  /** Called before messages of the outbox are written, and awaited. */
  onOutbox: () => Promise<void> | undefined
  /** Called after a draft was written. */
  onDraft: (conversation: string) => void
  /** Called after messages of the outbox were written, so that other tabs can send them when this tab is closed. */
  onMessages: () => void
  /** Called after each attempt to store messages; undefined when all of them are stored. */
  onStored: (problem: StorageProblem | undefined) => void
}

interface Written {
  store: Wanted['store']
  key: string
  json: string
}

/** A change of a record, and the entry of `written` before it. */
interface MarkedChange extends MessageChange {
  before: Written | undefined
}

const nameOf = ({ store, key }: Pick<MessageChange, 'store' | 'key'>) => `${store} ${key}`

/**
 * Applies all changes. If that fails, it applies those of texts without files; if that fails too, only removals.
 * @returns the changes that were not stored, and why
 */
async function apply(
  changes: readonly MarkedChange[],
  signal: AbortSignal,
): Promise<{ failed: readonly MarkedChange[]; problem?: StorageProblem }> {
  const texts = changes.filter(({ store }) => store !== 'files')
  const removals = changes.filter(({ record }) => record === undefined)
  let problem: StorageProblem | undefined
  for (const part of [changes, texts, removals]) {
    if (signal.aborted && problem !== undefined) return { failed: [] }
    try {
      await messageDatabase.applyChanges(part.map(({ store, key, record }) => ({ store, key, record })))
      const stored = new Set(part)
      const failed = changes.filter((change) => !stored.has(change))
      return problem === undefined || failed.length === 0 ? { failed } : { failed, problem }
    } catch (failure) {
      const isFull = failure instanceof DOMException && failure.name === 'QuotaExceededError'
      problem = isFull ? 'full' : 'unavailable'
    }
  }
  return problem === undefined ? { failed: [] } : { failed: changes, problem }
}

/** Stores the unsent messages of this tab in the browser's database. Those that do not fit stay in memory only. */
export function createWriter(parts: WriterParts): Writer {
  const { userId, signal, onOutbox, onDraft, onMessages, onStored } = parts
  /** The records in the database as JSON, by store and key. */
  const written = new Map<string, Written>()
  const writtenFiles = new Set<string>()

  /** Returns the changes after which the database contains exactly these records, and marks them as written. */
  function changesTo(wanted: readonly Wanted[]): MarkedChange[] {
    const changes: MarkedChange[] = []
    for (const each of wanted) {
      const { store, key, record, media } = each
      const json = JSON.stringify(record)
      const before = written.get(nameOf(each))
      if (before?.json !== json) changes.push({ store, key, record, before })
      written.set(nameOf(each), { store, key, json })
      for (const { file } of media) {
        const id = fileIdOf(file)
        if (!writtenFiles.has(id))
          changes.push({ store: 'files', key: id, record: { id, file }, before: undefined })
        writtenFiles.add(id)
      }
    }
    const names = new Set(wanted.map(nameOf))
    for (const [name, before] of written) {
      if (names.has(name)) continue
      written.delete(name)
      changes.push({ store: before.store, key: before.key, before })
    }
    return changes
  }

  /**
   * Restores the marks that were set before changes that could not be stored, so that the next call makes these changes
   * again.
   */
  function unmark(changes: readonly MarkedChange[]): void {
    for (const change of changes) {
      const { store, key, before } = change
      if (store === 'files') writtenFiles.delete(key)
      else if (before === undefined) written.delete(nameOf(change))
      else written.set(nameOf(change), before)
    }
  }

  return {
    async write(read) {
      const lock = wantedMessages(parts, read()).length > 0 ? onOutbox() : undefined
      if (lock) {
        await lock
        if (signal.aborted) return
      }
      const unsent = read()
      const wanted = [...wantedMessages(parts, unsent), ...wantedDrafts(userId, unsent)]
      const referenced = new Set(wanted.flatMap(({ media }) => media.map(({ file }) => fileIdOf(file))))
      const changes = changesTo(wanted)
      if (changes.length === 0) return
      const isLess = [...writtenFiles].some((id) => !referenced.has(id))
      for (const id of writtenFiles) if (!referenced.has(id)) writtenFiles.delete(id)
      const { failed, problem } = await apply(changes, signal)
      unmark(failed)
      // A failure is ignored: the next removal includes these files.
      if (isLess) await removeUnreferencedFiles().catch(() => undefined)
      onStored(problem)
      if (changes.some(({ store, record }) => store === 'outbox' && record !== undefined)) onMessages()
      for (const { store, key } of changes) if (store === 'drafts') onDraft(key.slice(userId.length + 1))
    },
    setWritten(store, key, record) {
      if (record === undefined) written.delete(nameOf({ store, key }))
      else written.set(nameOf({ store, key }), { store, key, json: JSON.stringify(record) })
      for (const id of fileIdsIn(record)) writtenFiles.add(id)
    },
    writtenDraft(conversation, unsent) {
      const key = draftKey({ userId, conversation })
      const now = wantedDrafts(userId, unsent).find((draft) => draft.key === key)
      const before = written.get(nameOf({ store: 'drafts', key }))?.json ?? ''
      return (now === undefined ? '' : JSON.stringify(now.record)) === before ? before : undefined
    },
  }
}
