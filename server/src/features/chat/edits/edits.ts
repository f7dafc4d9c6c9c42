import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { type ChatMessage, emptyMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import {
  EDIT_MINUTES,
  editedElsewhere,
  EDITS_MAX,
  editTooLate,
  type MessageVersion,
  tooManyEdits,
} from '@tonarchiv/contract/chat-changes'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Feed } from '../changes/feed.ts'
import { takesPart } from '../conversations/conversation.ts'
import { changeOf } from '../messages/change-kinds.ts'
import { changeMessage } from '../messages/change-message.ts'
import { findMentioned, refusedText, shortText } from '../messages/message-text.ts'
import { findMessage, type MessageRow } from '../messages/store.ts'
import { toWire } from '../messages/to-wire.ts'
import * as store from './store.ts'

const EDIT_MS = EDIT_MINUTES * 60 * 1000

interface Edit {
  text: string
  /** `editedAt` of the message as its author read it; undefined when it does not matter. */
  editedAt?: string | null | undefined
}

type Needs = Pick<Services, 'db' | 'now'> & { feed: Feed }

/**
 * Replaces the text of one's own message. The same text again changes nothing.
 * @throws Refused `longMessage`, `emptyMessage`, `messageNotFound`, `editTooLate`, `editedElsewhere`, `tooManyEdits`
 */
export async function editMessage(
  { db, now, feed }: Needs,
  userId: string,
  id: string,
  { text, editedAt }: Edit,
): Promise<{ message: ChatMessage; revision: number }> {
  const content = shortText(text)
  const mentions = await findMentioned(db, userId, content)
  const { conversation, row, revision, isChanged } = await changeMessage(
    { db, write: feed.write },
    { id, kind: 'edit', by: { userId } },
    async (trx, before, { revision, conversation }) => {
      const time = now()
      if (before.userId !== userId || before.systemKind !== null) throw new Refused(messageNotFound)
      if (content === '' && before.mediaName === null && before.cardKind === null)
        throw refusedText(emptyMessage)
      if (before.content === content) return undefined
      if (time.getTime() - Date.parse(before.createdAt) > EDIT_MS) throw new Refused(editTooLate)
      if (editedAt !== undefined && editedAt !== before.editedAt) throw new Refused(editedElsewhere)
      if ((await store.countVersions(trx, id)) >= EDITS_MAX) throw new Refused(tooManyEdits)
      await store.insertVersion(trx, {
        messageId: id,
        revision,
        content: before.content,
        mentions: before.mentions,
        writtenAt: before.editedAt ?? before.createdAt,
      })
      const changed = {
        content,
        mentions: JSON.stringify(mentions.filter((mention) => takesPart(conversation, mention.userId))),
        editedAt: laterThan(before, time).toISOString(),
      }
      await store.replaceText(trx, id, changed)
      return { payload: null, changed }
    },
  )
  const message = toWire(row)
  const { mentions: mentioned, editedAt: at } = message
  if (isChanged && at !== null)
    feed.publish(
      conversation,
      changeOf('edit', { messageId: id, revision }, { content, mentions: mentioned, editedAt: at }),
    )
  return { message, revision }
}

/** The time of a new edit. Two edits of a message never have the same time, so that the time identifies an edit. */
function laterThan({ editedAt }: MessageRow, time: Date): Date {
  return editedAt === null ? time : new Date(Math.max(time.getTime(), Date.parse(editedAt) + 1))
}

/**
 * All texts that a message of the room has had, the current one last.
 * @throws Refused `messageNotFound`
 */
export async function listVersions({ db }: Pick<Services, 'db'>, id: string): Promise<MessageVersion[]> {
  const row = await findMessage(db, id)
  if (row?.conversationId !== ROOM_ID) throw new Refused(messageNotFound)
  const former = await store.versionsOf(db, id)
  return [...former, { content: row.content, writtenAt: row.editedAt ?? row.createdAt }]
}
