import { type MessageChange, messageDatabase } from '#client/message-database.ts'
import type { Draft } from '../composer/draft.ts'
import type { OwnMedia, SentDraft } from '../state/outgoing.ts'
import { draftKey, draftRecord, fileIdOf, fileIdsIn, outboxRecord } from './records.ts'
import { removeUnreferencedFiles } from './restore.ts'

/** The messages of this tab that are to be stored. */
export interface UnsentMessages {
  /** By conversation. */
  outboxes: ReadonlyMap<string, readonly SentDraft[]>
  drafts: ReadonlyMap<string, { draft: Draft; voices: readonly OwnMedia[] }>
}

export interface Writer {
  /** Stores what has changed since the last call, in one transaction: a message is a draft or in the outbox. */
  write: (messages: UnsentMessages) => Promise<void>
  /** Records that the database contains this record, or none with this key. */
  setWritten: (store: 'outbox' | 'drafts', key: string, record: object | undefined) => void
  /** Identifies the draft that was written or read last; undefined when this tab has changed it since. */
  writtenDraft: (conversation: string, messages: UnsentMessages) => string | undefined
}

interface WriterParts {
  userId: string
  /** The id of this tab. */
  tab: string
  /** Called before the first message of the outbox is written. */
  onOutbox: () => void
  /** Called after a draft was written. */
  onDraft: (conversation: string) => void
}

interface Wanted {
  store: 'outbox' | 'drafts'
  key: string
  record: object
  media: readonly OwnMedia[]
}

/** Stores the unsent messages of this tab in the browser's database. If it has no space, they stay in memory only. */
export function createWriter({ userId, tab, onOutbox, onDraft }: WriterParts): Writer {
  /** The records in the database as JSON, by store and key. */
  const written = new Map<string, { store: Wanted['store']; key: string; json: string }>()
  const writtenFiles = new Set<string>()
  let isBroken = false

  const nameOf = ({ store, key }: Pick<Wanted, 'store' | 'key'>) => `${store} ${key}`

  function wantedDrafts({ drafts }: UnsentMessages): Wanted[] {
    return [...drafts].flatMap(([conversation, { draft, voices }]) => {
      const owner = { userId, conversation }
      const record = draftRecord(owner, draft, voices)
      if (record === undefined) return []
      return { store: 'drafts', key: draftKey(owner), record, media: [...draft.images, ...voices] }
    })
  }

  function wantedMessages({ outboxes }: UnsentMessages): Wanted[] {
    return [...outboxes].flatMap(([conversation, outbox]) =>
      outbox.map((message) => ({
        store: 'outbox' as const,
        key: message.clientId,
        record: outboxRecord({ userId, conversation }, tab, message),
        media: message.media,
      })),
    )
  }

  /** The changes from what the database contains to what it has to contain. */
  function changesTo(wanted: readonly Wanted[]): MessageChange[] {
    const changes: MessageChange[] = []
    for (const each of wanted) {
      const { store, key, record, media } = each
      const json = JSON.stringify(record)
      if (written.get(nameOf(each))?.json === json) continue
      written.set(nameOf(each), { store, key, json })
      changes.push({ store, key, record })
      for (const { file } of media) {
        const id = fileIdOf(file)
        if (!writtenFiles.has(id)) changes.push({ store: 'files', key: id, record: { id, file } })
        writtenFiles.add(id)
      }
    }
    const names = new Set(wanted.map(nameOf))
    for (const [name, { store, key }] of written) {
      if (names.has(name)) continue
      written.delete(name)
      changes.push({ store, key })
    }
    return changes
  }

  async function apply(changes: readonly MessageChange[]): Promise<void> {
    try {
      await messageDatabase.applyChanges(changes)
    } catch {
      // Without space for the files the texts may still fit.
      await messageDatabase.applyChanges(changes.filter(({ store }) => store !== 'files'))
    }
  }

  return {
    async write(unsent) {
      if (isBroken) return
      const messages = wantedMessages(unsent)
      if (messages.length > 0) onOutbox()
      const wanted = [...messages, ...wantedDrafts(unsent)]
      const referenced = new Set(wanted.flatMap(({ media }) => media.map(({ file }) => fileIdOf(file))))
      const changes = changesTo(wanted)
      if (changes.length === 0) return
      const isLess = [...writtenFiles].some((id) => !referenced.has(id))
      for (const id of writtenFiles) if (!referenced.has(id)) writtenFiles.delete(id)
      try {
        await apply(changes)
        if (isLess) await removeUnreferencedFiles()
      } catch {
        isBroken = true
      }
      for (const { store, key } of changes) if (store === 'drafts') onDraft(key.slice(userId.length + 1))
    },
    setWritten(store, key, record) {
      if (record === undefined) written.delete(nameOf({ store, key }))
      else written.set(nameOf({ store, key }), { store, key, json: JSON.stringify(record) })
      for (const id of fileIdsIn(record)) writtenFiles.add(id)
    },
    writtenDraft(conversation, unsent) {
      const key = draftKey({ userId, conversation })
      const now = wantedDrafts(unsent).find((draft) => draft.key === key)
      const before = written.get(nameOf({ store: 'drafts', key }))?.json ?? ''
      return (now === undefined ? '' : JSON.stringify(now.record)) === before ? before : undefined
    },
  }
}
