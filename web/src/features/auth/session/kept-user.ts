import { User } from '@tonarchiv/contract/users'
import * as z from 'zod/mini'
import { getStored } from '#client/browser-storage.ts'
import { getStored as getKept, setStored } from '#client/signed-in-storage.ts'

/** How many characters of the session token are stored to identify the session. */
const MARK_LENGTH = 12

const KeptUser = z.object({ session: z.string(), user: User })

function markOfSession(): string | undefined {
  return getStored('authToken')?.slice(-MARK_LENGTH)
}

/** Stores the account, so that the app can start without a connection. */
export function keepUser(user: User): void {
  const session = markOfSession()
  if (session !== undefined) setStored('keptUser', JSON.stringify({ session, user }))
}

export function forgetKeptUser(): void {
  setStored('keptUser', undefined)
}

/** The stored account; undefined if it belongs to another session than the current one. */
export function keptUser(): User | undefined {
  const text = getKept('keptUser')
  const session = markOfSession()
  if (text === undefined || session === undefined) return undefined
  try {
    const kept = KeptUser.safeParse(JSON.parse(text))
    return kept.success && kept.data.session === session ? kept.data.user : undefined
  } catch {
    return undefined
  }
}
