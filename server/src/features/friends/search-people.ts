import { type FoundPerson, PEOPLE_FOUND_MAX } from '@tonarchiv/contract/friends'
import { foldText } from '@tonarchiv/contract/fold-text'
import { compareNames } from '@tonarchiv/contract/presence'
import type { Presence, Profile } from '#features/presence/index.ts'
import type { FriendsServices } from './friends.ts'
import * as store from './store.ts'

/**
 * Other members whose username or name contains the text; those whose name begins with it first, then by
 * name.
 */
export async function findMembers(
  presence: Pick<Presence, 'members'>,
  userId: string,
  text: string,
): Promise<Profile[]> {
  const wanted = foldText(text)
  const found: { profile: Profile; isFirst: boolean }[] = []
  for (const profile of (await presence.members()).values()) {
    const names = foldedNames(profile)
    if (profile.id === userId || !names.some((name) => name.includes(wanted))) continue
    found.push({ profile, isFirst: names.some((name) => name.startsWith(wanted)) })
  }
  found.sort(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || compareNames(a.profile.username, b.profile.username),
  )
  return found.map(({ profile }) => profile)
}

const folded = new WeakMap<Profile, string[]>()

/** Username and name as searches compare them. */
export function foldedNames(profile: Profile): string[] {
  let names = folded.get(profile)
  if (names === undefined) {
    names = [foldText(profile.username), foldText(profile.displayName)]
    folded.set(profile, names)
  }
  return names
}

/** The first members that are found, with how they are related to the caller. */
export async function searchPeople(
  { db, presence }: FriendsServices,
  userId: string,
  text: string,
): Promise<FoundPerson[]> {
  const found = await findMembers(presence, userId, text)
  const friends = new Set(await store.friendIdsOf(db, userId))
  const requests = await store.requestsOf(db, userId)
  return found.slice(0, PEOPLE_FOUND_MAX).map((profile) => {
    const request = requests.find(({ fromId, toId }) => fromId === profile.id || toId === profile.id)
    const requested = request?.fromId === userId ? 'sent' : 'received'
    const { id, username, displayName, photoURL, isOnline } = presence.viewOf(profile, false)
    return {
      id,
      username,
      displayName,
      photoURL,
      isOnline,
      relation: friends.has(profile.id) ? 'friend' : request === undefined ? 'none' : requested,
      requestId: request?.id ?? null,
    }
  })
}
