import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { socket } from '#realtime/socket-instance.ts'
import { currentUser, refreshUser } from '#features/auth/index.ts'
import { OWN_ACCESS, readOwnAccess } from '#features/own-access/index.ts'

/** The rights of the account as they are known here, in a form that can be compared. Undefined if a part is unknown. */
function knownRights(cache: QueryClient): string | undefined {
  const user = currentUser()
  if (user === undefined) return undefined
  const { isAdmin, keyVerified, hasLimitedAccess = false } = user
  const access = hasLimitedAccess ? cache.getQueryData(OWN_ACCESS) : null
  return access === undefined ? undefined : JSON.stringify([isAdmin, keyVerified, hasLimitedAccess, access])
}

async function readRights(cache: QueryClient): Promise<string | undefined> {
  await refreshUser()
  if (currentUser()?.hasLimitedAccess === true) await readOwnAccess(cache)
  else await cache.invalidateQueries({ queryKey: OWN_ACCESS })
  return knownRights(cache)
}

/** Whether the server refuses now what is still cached. */
function isRefused({ state: { data, error } }: Query): boolean {
  return data !== undefined && error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/**
 * Reads the data of the open page again. Cached data that is not in use is removed, and so is data that the server
 * refuses now; otherwise a page would continue to show it.
 */
async function readOpened(cache: QueryClient): Promise<void> {
  cache.removeQueries({ type: 'inactive' })
  await cache.invalidateQueries()
  await cache.resetQueries({ predicate: isRefused })
}

/**
 * Keeps the account up to date, and reads the archive again when an access key was given, has ended, or was withdrawn
 * as a whole or in part.
 * @param onChanged - called after each change, before the data is read again
 * @returns a function that unsubscribes
 */
export function followOwnRights(cache: QueryClient, onChanged: () => void): () => void {
  async function compare(): Promise<void> {
    const before = knownRights(cache)
    const after = await readRights(cache).catch(() => undefined)
    if (currentUser() === undefined || (before !== undefined && before === after)) return
    onChanged()
    await readOpened(cache)
  }

  return socket.on('profileChanged', ({ user }) => {
    if (user.id === currentUser()?.id) void compare()
  })
}
