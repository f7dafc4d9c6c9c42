import { EDITS_MAX } from '@tonarchiv/contract/chat-changes'
import type { Services } from '#services.ts'
import { mentionsIn } from '../messages/to-wire.ts'
import * as store from './store.ts'

/** Rows per page: more than one message can have, so that each page finishes at least one message. */
const READ_AT_ONCE = 10 * EDITS_MAX

/**
 * Deletes all former texts of a message if one of these texts mentions a deleted account, because they contain the name
 * of the account. May be called repeatedly.
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
    // Rows of the last message may follow after this page, so that message is read again with the next page. A page
    // that has rows of one message only has all of them.
    after = rows.findLast(({ messageId }) => messageId !== last)?.messageId ?? last
  }
}
