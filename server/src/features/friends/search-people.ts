import { type FoundPerson, PEOPLE_FOUND_MAX } from '@tonarchiv/contract/friends'
import { foldText } from '@tonarchiv/contract/fold-text'
import { compareNames } from '@tonarchiv/contract/presence'
import type { Presence, Profile } from '#features/presence/index.ts'
import type { FriendsServices } from './friends.ts'
import * as store from './store.ts'

/**
 * Other members whom the member sees and whose username or name contains the text. Those whose name begins with the
 * text come first; otherwise they are sorted by name.
 */
export async function findMembers(
  presence: Pick<Presence, 'members' | 'isHidden'>,
  userId: string,
  text: string,
): Promise<Profile[]> {
  const wanted = foldText(text)
  if (wanted.includes(SEPARATOR)) return []
  const { profiles, names, ends } = joinedNames(await presence.members())
  const found: { profile: Profile; isFirst: boolean }[] = []
  let index = 0
  for (let at = names.indexOf(wanted); at !== -1; at = names.indexOf(wanted, ends[index])) {
    while (at >= (ends[index] ?? Infinity)) index += 1
    const profile = profiles[index]
    if (profile === undefined) break
    if (profile.id === userId || presence.isHidden(userId, profile.id)) continue
    const its = names.slice(index === 0 ? 0 : ends[index - 1], ends[index])
    found.push({ profile, isFirst: its.includes(SEPARATOR + wanted) })
  }
  found.sort(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || compareNames(a.profile.username, b.profile.username),
  )
  return found.map(({ profile }) => profile)
}

/** A character that no name contains. */
const SEPARATOR = '\n'

interface JoinedNames {
  profiles: readonly Profile[]
  /**
   * The folded names of all members in one text, each after a separator. Searching one text is faster than searching a
   * thousand texts.
   */
  names: string
  /** For each member the index in `names` at which its names end. */
  ends: readonly number[]
}

const joined = new WeakMap<ReadonlyMap<string, Profile>, JoinedNames>()

function joinedNames(members: ReadonlyMap<string, Profile>): JoinedNames {
  const known = joined.get(members)
  if (known !== undefined) return known
  const profiles = [...members.values()]
  const ends: number[] = []
  let names = ''
  for (const profile of profiles) {
    for (const name of foldedNames(profile)) names += SEPARATOR + name
    ends.push(names.length)
  }
  const made = { profiles, names, ends }
  joined.set(members, made)
  return made
}

const folded = new WeakMap<Profile, string[]>()

/** The username and the name of a member in the form that searches compare. */
export function foldedNames(profile: Profile): string[] {
  let names = folded.get(profile)
  if (names === undefined) {
    names = [foldText(profile.username), foldText(profile.displayName)]
    folded.set(profile, names)
  }
  return names
}

/** The first members that match, with their relation to the caller. */
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
