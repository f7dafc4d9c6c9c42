import { type emptyMessage, longMessage, MESSAGE_MAX_LENGTH, messageText } from '@tonarchiv/contract/chat'
import { lengthOf } from '@tonarchiv/contract/text'
import type { Executor } from '#database/prepared.ts'
import { hiddenAmong } from '#features/blocks/index.ts'
import { Refused } from '#platform/refused.ts'
import { findUsers } from './mentions-store.ts'

/** Maximum number of members that one message may mention. */
const MENTIONS_MAX = 20

/**
 * The text as it is stored; it may be empty.
 * @throws Refused `longMessage`
 */
export function shortText(text: string): string {
  const content = messageText(text)
  if (lengthOf(content) > MESSAGE_MAX_LENGTH) throw refusedText(longMessage)
  return content
}

export function refusedText(refusal: typeof emptyMessage): Refused {
  return new Refused(refusal, { fields: { message: refusal.text } })
}

/** The members that a text mentions, without those that are hidden from its author. */
export async function findMentioned(
  db: Executor,
  authorId: string,
  text: string,
): Promise<{ userId: string; username: string }[]> {
  const found = await findUsers(db, usernamesIn(text))
  if (found.length === 0) return []
  const ids = found.map(({ userId }) => userId)
  const hidden = new Set(await hiddenAmong(db, authorId, ids))
  return found.filter(({ userId }) => !hidden.has(userId))
}

/** Names after an @, without repetitions; an email address such as a@b.de is not a mention. */
function usernamesIn(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@.-])@([\w-]{3,16})(?![\w-])/g)].map(([, name = '']) =>
    name.toLowerCase(),
  )
  return [...new Set(names)].slice(0, MENTIONS_MAX)
}
