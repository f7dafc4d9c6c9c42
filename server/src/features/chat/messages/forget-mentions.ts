import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Services } from '#services.ts'
import * as store from './mentions-store.ts'

const READ_AT_ONCE = 500
/** The text that replaces the name of a deleted account in messages of other members. */
const NO_USER = '@gelöscht'

const Mentions = z.array(z.object({ userId: z.string(), username: z.string() }))

/**
 * Removes the names of deleted accounts from messages that mention them. The mentions contain the names. May
 * be called repeatedly.
 * @returns how many messages were changed
 */
export async function removeMentions(
  { db }: Pick<Services, 'db'>,
  goneIds: ReadonlySet<string>,
): Promise<number> {
  let after = ''
  let changed = 0
  for (;;) {
    const rows = await store.listMentioning(db, after, READ_AT_ONCE)
    for (const row of rows) {
      const mentions = Mentions.parse(JSON.parse(row.mentions))
      const gone = mentions.filter(({ userId }) => goneIds.has(userId))
      if (gone.length === 0) continue
      const left = mentions.filter(({ userId }) => !goneIds.has(userId))
      const content = gone.reduce((text, { username }) => withoutName(text, username), row.content)
      await store.replaceMentions(db, row, content, JSON.stringify(left))
      changed += 1
    }
    after = rows.at(-1)?.id ?? ''
    if (rows.length < READ_AT_ONCE) return changed
    await yieldToEventLoop()
  }
}

/** Usernames contain letters, digits, `_` and `-` only, so they need no escaping. */
function withoutName(text: string, username: string): string {
  return text.replaceAll(new RegExp(`(?<![\\w@.-])@${username}(?![\\w-])`, 'gi'), NO_USER)
}
