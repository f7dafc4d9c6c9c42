import { randomBytes } from 'node:crypto'
import { ROOM_ID } from '@tonarchiv/contract/chat'
import { createUser } from '../server/src/features/auth/index.ts'
import { findUserByEmail } from '../server/src/features/users/index.ts'
import { newId } from '../server/src/platform/ids.ts'
import type { Services } from '../server/src/services.ts'

const HOUR_MS = 60 * 60 * 1000
/** The author of the reported message, and who has reported it. */
const REPORTED = 'tonkopf'
const REPORTERS = [
  { username: 'lene-m', note: 'Nicht das erste Mal.' },
  { username: 'okan_s', note: '' },
] as const
const GUEST = { email: 'rillenfreund@demo.example', username: 'rillenfreund' }

/** Adds a report, a mute, and a member who asks for a key, unless there are any. */
export async function createOrder(services: Services): Promise<void> {
  const { db, now } = services
  const people = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (username: string) => people.find((person) => person.username === username)?.id ?? ''
  const time = now().getTime()
  const ago = (ms: number) => new Date(time - ms).toISOString()
  const message = await db
    .selectFrom('chatMessages')
    .select(['id', 'content', 'createdAt'])
    .where('userId', '=', idOf(REPORTED))
    .where('conversationId', '=', ROOM_ID)
    .executeTakeFirst()
  const report = await db.selectFrom('chatReports').select('id').limit(1).executeTakeFirst()
  if (message !== undefined && report === undefined) {
    for (const { username, note } of REPORTERS)
      await db
        .insertInto('chatReports')
        .values({
          id: newId(),
          messageId: message.id,
          authorId: idOf(REPORTED),
          reporterId: idOf(username),
          reason: 'attack',
          note,
          content: message.content,
          mediaKind: null,
          sentAt: message.createdAt,
          createdAt: ago(HOUR_MS),
          closedAt: null,
          closedBy: null,
        })
        .execute()
    await db
      .insertInto('chatRestrictions')
      .values({
        id: newId(),
        userId: idOf(REPORTED),
        kind: 'mute',
        until: ago(-20 * HOUR_MS),
        reason: 'Persönlicher Angriff',
        madeBy: idOf('frieda'),
        createdAt: ago(4 * HOUR_MS),
        liftedAt: null,
      })
      .execute()
  }
  if ((await findUserByEmail(db, GUEST.email)) !== undefined) return
  const password = randomBytes(24).toString('base64url')
  const guest = await createUser(services, { ...GUEST, password }, false)
  await db
    .insertInto('keyRequests')
    .values({ userId: guest.id, createdAt: ago(3 * HOUR_MS), rejectedAt: null })
    .execute()
}
