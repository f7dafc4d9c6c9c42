import { EDITS_MAX } from '@tonarchiv/contract/chat-changes'
import type { Services } from '#services.ts'
import { mentionsIn } from '../messages/to-wire.ts'
import * as store from './store.ts'

/** More than one message has, so that each page ends behind a whole message or goes on with the next one. */
const READ_AT_ONCE = 10 * EDITS_MAX

/**
 * Deletes the former texts of messages in which one of them mentions a deleted account, because they contain its name.
 * May be called repeatedly.
 */
export async function deleteFormerMentions(
  { db }: Pick<Services, 'db'>,
  goneIds: ReadonlySet<string>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await store.listMentioningVersions(db, after, READ_AT_ONCE)
    const found = rows.filter(({ mentions }) =>
      mentionsIn(mentions).some(({ userId }) => goneIds.has(userId)),
    )
    await store.deleteVersions(db, [...new Set(found.map(({ messageId }) => messageId))])
    const last = rows.at(-1)?.messageId
    if (rows.length < READ_AT_ONCE || last === undefined) return
    // The last message may go on behind this page, so it is read again unless the page has only its rows.
    after = rows.findLast(({ messageId }) => messageId !== last)?.messageId ?? last
  }
}
