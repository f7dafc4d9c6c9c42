import type { Draft } from '../composer/draft.ts'
import type { OwnMedia, SentDraft } from '../state/outgoing.ts'
import { draftKey, draftRecord, outboxRecord } from './records.ts'

/** The messages of this tab that are to be stored. */
export interface UnsentMessages {
  /** By conversation. */
  outboxes: ReadonlyMap<string, readonly SentDraft[]>
  drafts: ReadonlyMap<string, { draft: Draft; voices: readonly OwnMedia[] }>
}

/** A record that the database has to contain. */
export interface Wanted {
  store: 'outbox' | 'drafts'
  key: string
  record: object
  media: readonly OwnMedia[]
}

/** The records of the drafts. */
export function wantedDrafts(userId: string, { drafts }: UnsentMessages): Wanted[] {
  return [...drafts].flatMap(([conversation, { draft, voices }]) => {
    const owner = { userId, conversation }
    const record = draftRecord(owner, draft, voices)
    if (record === undefined) return []
    return { store: 'drafts', key: draftKey(owner), record, media: [...draft.images, ...voices] }
  })
}

/** The records of the messages that are being sent; `tab` is the one that sends them. */
export function wantedMessages(
  { userId, tab }: { userId: string; tab: string },
  { outboxes }: UnsentMessages,
): Wanted[] {
  return [...outboxes].flatMap(([conversation, outbox]) =>
    outbox.map((message) => ({
      store: 'outbox' as const,
      key: message.clientId,
      record: outboxRecord({ userId, conversation }, tab, message),
      media: message.media,
    })),
  )
}
