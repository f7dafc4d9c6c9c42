import { messageDatabase } from '#client/message-database.ts'
import { allDrafts, changeDraft, EMPTY_DRAFT, isEmptyDraft } from '../composer/draft.ts'
import { endEdit } from '../composer/ended-edits.ts'
import { restoreMessage, restoreText } from '../composer/unsent-texts.ts'
import { isEditable } from '../messages/rights.ts'
import { chatOf } from '../state/chat-instance.ts'
import { replaceVoices, restoreVoice } from '../voice/voice-draft.ts'
import { allMediaOf, draftKey, draftOf, DraftRecord, fileIdsIn, FileRecord, OutboxRecord } from './records.ts'

/** Removes the files that no message and no draft refers to. */
export async function removeUnreferencedFiles(): Promise<void> {
  await messageDatabase.deleteUnreferenced('files', ['outbox', 'drafts'], fileIdsIn)
}

/** Removes the messages of other accounts that have used this browser. */
export async function removeForeign(userId: string): Promise<void> {
  const isForeign = (record: { userId: string }) => record.userId !== userId
  const outbox = (await messageDatabase.readRecords('outbox')).map((found) => OutboxRecord.safeParse(found))
  const drafts = (await messageDatabase.readRecords('drafts')).map((found) => DraftRecord.safeParse(found))
  const messages = outbox.flatMap(({ data }) => (data && isForeign(data) ? data.clientId : []))
  const keys = drafts.flatMap(({ data }) => (data && isForeign(data) ? data.key : []))
  await messageDatabase.deleteRecords('outbox', messages)
  await messageDatabase.deleteRecords('drafts', keys)
  if (messages.length + keys.length > 0) await removeUnreferencedFiles()
}

/** The stored messages of this account, oldest first. */
export async function readOutbox(userId: string): Promise<OutboxRecord[]> {
  const found = (await messageDatabase.readRecords('outbox')).flatMap(
    (record) => OutboxRecord.safeParse(record).data ?? [],
  )
  return found
    .filter((record) => record.userId === userId)
    .toSorted((one, other) => one.writtenAt - other.writtenAt)
}

export async function readDrafts(userId: string): Promise<DraftRecord[]> {
  const found = (await messageDatabase.readRecords('drafts')).flatMap(
    (record) => DraftRecord.safeParse(record).data ?? [],
  )
  return found.filter((record) => record.userId === userId)
}

/** The files that a record refers to, by id. The browser may have removed some. */
async function filesOf(record: OutboxRecord | DraftRecord): Promise<Map<string, Blob>> {
  const files = new Map<string, Blob>()
  for (const id of fileIdsIn(record)) {
    const found = FileRecord.safeParse(await messageDatabase.readRecord('files', id))
    if (found.success) files.set(id, found.data.file)
  }
  return files
}

/**
 * Reads the files of a message of a closed tab.
 * @returns a function that sends it, or puts it into the composer if some of its files are missing
 */
export async function prepareStored(record: OutboxRecord): Promise<() => void> {
  const { conversation, clientId, writtenAt, text, replyTo, card } = record
  const files = await filesOf(record)
  return () => {
    const media = allMediaOf(record.media, files)
    if (media.length === record.media.length)
      chatOf(conversation).send({ clientId, writtenAt, text, media, replyTo, card })
    else if (text !== '' || media.length > 0 || card)
      restoreMessage(conversation, { clientId, text, media, replyTo, card })
  }
}

/** Puts a stored draft into the composer, unless the signal is aborted. What was written meanwhile stays in the field. */
export async function restoreDraft(record: DraftRecord, signal: AbortSignal): Promise<void> {
  const { conversation, userId, text, replyTo, card, edit, voices } = record
  const files = await filesOf(record)
  if (signal.aborted) return
  const stored = draftOf(record, files)
  const present = allDrafts().get(conversation) ?? EMPTY_DRAFT
  if (isEmptyDraft(present)) {
    changeDraft(conversation, () => stored)
    if (edit && !isEditable(edit.message, userId, Date.now())) endEdit(conversation)
  } else {
    changeDraft(conversation, ({ images, unsent }) => ({
      images: [...stored.images, ...images],
      unsent: [...stored.unsent, ...unsent],
    }))
    if (text !== '' || card) restoreText(conversation, { text, replyTo, card })
    if (edit && edit.text !== edit.message.content) restoreText(conversation, { text: edit.text })
  }
  for (const voice of allMediaOf(voices, files)) restoreVoice(conversation, voice)
}

/**
 * Reads a draft that another tab has written.
 * @returns the record, and a function that shows it instead of the draft of this tab
 */
export async function readChangedDraft(owner: {
  userId: string
  conversation: string
}): Promise<{ record: DraftRecord | undefined; show: () => void }> {
  const { conversation } = owner
  const record = DraftRecord.safeParse(await messageDatabase.readRecord('drafts', draftKey(owner))).data
  const files = record ? await filesOf(record) : new Map<string, Blob>()
  return {
    record,
    show() {
      for (const { address } of allDrafts().get(conversation)?.images ?? []) URL.revokeObjectURL(address)
      changeDraft(conversation, () => (record ? draftOf(record, files) : EMPTY_DRAFT))
      replaceVoices(conversation, record ? allMediaOf(record.voices, files) : [])
    },
  }
}
