import { Card } from '@tonarchiv/contract/cards'
import { ChatMessage, Quote } from '@tonarchiv/contract/chat'
import * as z from 'zod/mini'
import { isEmptyDraft, type Draft } from '../composer/draft.ts'
import type { OwnMedia, SentDraft } from '../state/outgoing.ts'
import { newUuid } from '#client/new-uuid.ts'

/**
 * A file of a message, in the database. Its bytes are in another record, so that a change of the message does not write
 * them again.
 */
const StoredMedia = z.object({
  fileId: z.string(),
  kind: z.enum(['image', 'voice']),
  order: z.optional(z.number()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  duration: z.optional(z.number()),
  peaks: z.optional(z.array(z.number())),
})
type StoredMedia = z.infer<typeof StoredMedia>

const OwnedBy = { userId: z.string(), conversation: z.string() }

/** A message that the server has not stored yet. */
export const OutboxRecord = z.object({
  ...OwnedBy,
  clientId: z.string(),
  /** The id of the tab that sends this message. */
  tab: z.string(),
  writtenAt: z.number(),
  text: z.string(),
  replyTo: z.optional(Quote),
  card: z.optional(Card),
  media: z.array(StoredMedia),
})
export type OutboxRecord = z.infer<typeof OutboxRecord>

const UnsentText = z.object({
  text: z.string(),
  clientId: z.optional(z.string()),
  replyTo: z.optional(Quote),
  card: z.optional(Card),
})

/** The draft of a conversation. */
export const DraftRecord = z.object({
  ...OwnedBy,
  key: z.string(),
  text: z.string(),
  replyTo: z.optional(Quote),
  card: z.optional(Card),
  sentBefore: z.optional(z.extend(UnsentText, { files: z.array(z.string()) })),
  unsent: z.array(UnsentText),
  images: z.array(StoredMedia),
  voices: z.array(StoredMedia),
  edit: z.optional(z.object({ message: ChatMessage, text: z.string() })),
})
export type DraftRecord = z.infer<typeof DraftRecord>

export const FileRecord = z.object({ id: z.string(), file: z.instanceof(Blob) })
export type FileRecord = z.infer<typeof FileRecord>

const Referring = z.union([OutboxRecord, DraftRecord])

/** The ids of the files that a record of a message or draft refers to. */
export function fileIdsIn(record: unknown): readonly string[] {
  const found = Referring.safeParse(record)
  if (!found.success) return []
  const { data } = found
  const media = 'media' in data ? data.media : [...data.images, ...data.voices]
  return media.map(({ fileId }) => fileId)
}

/** The ids under which the files of this tab are stored. */
const fileIds = new WeakMap<Blob, string>()

export function fileIdOf(file: Blob): string {
  const known = fileIds.get(file)
  if (known !== undefined) return known
  const id = newUuid()
  fileIds.set(file, id)
  return id
}

const mediaRecord = ({ file, address: _address, peaks, ...media }: OwnMedia): StoredMedia => ({
  ...media,
  fileId: fileIdOf(file),
  ...(peaks && { peaks: [...peaks] }),
})

/** @returns undefined when the browser has removed the file */
function mediaOf({ fileId, ...media }: StoredMedia, files: ReadonlyMap<string, Blob>): OwnMedia | undefined {
  const file = files.get(fileId)
  if (file === undefined) return undefined
  fileIds.set(file, fileId)
  return { ...media, file, address: URL.createObjectURL(file) }
}

export function allMediaOf(
  records: readonly StoredMedia[],
  files: ReadonlyMap<string, Blob>,
): readonly OwnMedia[] {
  return records.flatMap((record) => mediaOf(record, files) ?? [])
}

interface Owner {
  userId: string
  conversation: string
}

export function outboxRecord(
  { userId, conversation }: Owner,
  tab: string,
  { clientId, writtenAt, text, media, replyTo, card }: SentDraft,
): OutboxRecord {
  const files = media.map(mediaRecord)
  // Parsing puts the properties into the order that they have when the record is read, because records are compared as
  // JSON.
  return OutboxRecord.parse({
    userId,
    conversation,
    tab,
    clientId,
    writtenAt,
    text,
    replyTo,
    card,
    media: files,
  })
}

export const draftKey = ({ userId, conversation }: Owner) => `${userId} ${conversation}`

/** The record of a draft; undefined for an empty draft. */
export function draftRecord(
  owner: Owner,
  draft: Draft,
  voices: readonly OwnMedia[],
): DraftRecord | undefined {
  if (isEmptyDraft(draft) && voices.length === 0) return undefined
  const { sentBefore, images, failure: _failure, ...texts } = draft
  return DraftRecord.parse({
    ...owner,
    ...texts,
    key: draftKey(owner),
    sentBefore: sentBefore && { ...sentBefore, files: sentBefore.files.map(fileIdOf) },
    images: images.map(mediaRecord),
    voices: voices.map(mediaRecord),
  })
}

/** Converts a record to the draft that it contains. */
export function draftOf(
  { text, replyTo, card, sentBefore, unsent, images, edit }: DraftRecord,
  files: ReadonlyMap<string, Blob>,
): Omit<Draft, 'failure'> {
  return {
    text,
    replyTo,
    card,
    unsent,
    edit,
    images: allMediaOf(images, files),
    sentBefore: sentBefore && {
      ...sentBefore,
      files: sentBefore.files.flatMap((fileId) => files.get(fileId) ?? []),
    },
  }
}
