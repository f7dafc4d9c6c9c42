import { getOwnAccess, type OwnAccess } from '@tonarchiv/contract/own-access'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'

/** Identifies the member's access in the cache. */
export const OWN_ACCESS = ['own-access']

const ownAccessQuery = queryOptions({
  queryKey: OWN_ACCESS,
  queryFn: ({ signal }) => call(getOwnAccess, {}, { signal }),
  staleTime: 60_000,
})

/**
 * What the keys of the signed-in member open. Undefined until the answer has arrived, and for members with access to
 * the whole archive, for whom nothing is requested.
 */
export function useOwnAccess(): OwnAccess | undefined {
  const user = useUser()
  const isLimited = user !== undefined && (user.hasLimitedAccess === true || !hasAccess(user))
  const { data } = useQuery({ ...ownAccessQuery, enabled: isLimited })
  return isLimited ? data : undefined
}

/** Reads what the keys of the signed-in member open, however recently it was read. */
export async function readOwnAccess(cache: QueryClient): Promise<OwnAccess> {
  return cache.fetchQuery({ ...ownAccessQuery, staleTime: 0 })
}
