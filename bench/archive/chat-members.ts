import { createHash, randomBytes } from 'node:crypto'
import { newId } from '../../server/src/platform/ids.ts'
import { withServices } from './with-services.ts'

const ROWS_AT_ONCE = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** Creates verified members, each with one session. @returns the sessions' tokens */
export async function createChatMembers(
  dataFolder: string,
  count: number,
  settings: Record<string, string> = {},
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => `st_${randomBytes(32).toString('base64url')}`)
  const createdAt = new Date().toISOString()
  const later = new Date(Date.now() + DAY_MS).toISOString()
  await withServices(
    dataFolder,
    async ({ db }) => {
      for (let from = 0; from < count; from += ROWS_AT_ONCE) {
        const members = tokens.slice(from, from + ROWS_AT_ONCE).map((token, index) => ({
          token,
          id: newId(),
          username: `plaudert${from + index}`,
        }))
        await db
          .insertInto('users')
          .values(
            members.map(({ id, username }) => ({
              id,
              username,
              email: `${username}@beispiel.de`,
              displayName: `Mitglied ${username}`,
              avatarName: null,
              usernameChangedAt: null,
              // These accounts get no valid password, because no client logs in to them.
              passwordHash: '',
              emailVerified: 1,
              createdAt,
            })),
          )
          .execute()
        await db
          .insertInto('sessions')
          .values(
            members.map(({ id, token }) => ({
              id: newId(),
              tokenHash: createHash('sha256').update(token).digest('base64url'),
              userId: id,
              remembered: 0,
              browser: 'Messung',
              deviceType: 'desktop' as const,
              address: '127.0.0.1',
              createdAt,
              lastUsedAt: createdAt,
              idleEndsAt: later,
              endsAt: later,
            })),
          )
          .execute()
      }
    },
    settings,
  )
  return tokens
}
