import { shownTitle } from '@tonarchiv/contract/catalog'
import { comparePeople, shownName, type OnlineUser, type Person } from '@tonarchiv/contract/presence'

/** All members of the archive, with their activity. */
export interface People {
  /** The members who are online, sorted by name. */
  online: readonly OnlineUser[]
  /** The members who are offline, sorted by name. */
  offline: readonly OnlineUser[]
  byId: ReadonlyMap<string, OnlineUser>
  /** Shown names, in lower case, that more than one member has. */
  sharedNames: ReadonlySet<string>
  /** False until the server has sent the list. */
  isKnown: boolean
}

export const NO_PEOPLE: People = {
  online: [],
  offline: [],
  byId: new Map(),
  sharedNames: new Set(),
  isKnown: false,
}

/** Creates the sorted lists. The objects of members that have not changed are reused. */
function peopleOf(byId: ReadonlyMap<string, OnlineUser>): People {
  const allPeople = [...byId.values()].toSorted(comparePeople)
  return {
    online: allPeople.filter(({ isOnline }) => isOnline),
    offline: allPeople.filter(({ isOnline }) => !isOnline),
    byId,
    sharedNames: sharedNamesOf(allPeople),
    isKnown: true,
  }
}

function sharedNamesOf(people: readonly OnlineUser[]): ReadonlySet<string> {
  const names = new Set<string>()
  const shared = new Set<string>()
  for (const person of people) {
    const name = shownName(person).toLowerCase()
    if (names.has(name)) shared.add(name)
    names.add(name)
  }
  return shared
}

/** The name of a member; with the username if another member has the same name: `Mila Kramer (@mila_k)`. */
export function distinctName(
  person: Pick<Person, 'displayName' | 'username'>,
  { sharedNames }: Pick<People, 'sharedNames'>,
): string {
  const name = shownName(person)
  return sharedNames.has(name.toLowerCase()) && person.username !== ''
    ? `${name} (@${person.username})`
    : name
}

/** Applies changes; `full` replaces the list. */
export function withStatuses(
  { byId }: People,
  { users, full }: { users: readonly OnlineUser[]; full?: true | undefined },
): People {
  const changed = new Map(full ? [] : byId)
  for (const user of users) changed.set(user.id, user)
  return peopleOf(changed)
}

/** Applies a member's new name or image; removes a deleted account. */
export function withProfile(people: People, user: Person, isDeleted: boolean): People {
  const known = people.byId.get(user.id)
  if (!known) return people
  const changed = new Map(people.byId)
  if (isDeleted) changed.delete(user.id)
  else changed.set(user.id, { ...known, ...user })
  return peopleOf(changed)
}

/** The second line of a member in the list: the track that the member plays, otherwise the status text. */
export function activityOf({
  isOnline,
  currentTrack,
  isPlaying,
  customStatus,
}: OnlineUser):
  | { kind: 'track'; title: string; isPlaying: boolean }
  | { kind: 'status'; text: string }
  | undefined {
  if (isOnline && currentTrack) return { kind: 'track', title: shownTitle(currentTrack.title), isPlaying }
  return customStatus === '' ? undefined : { kind: 'status', text: customStatus }
}

/** Whether others can hear the same as this member: a track that plays, or a room. */
export function isListening({ isOnline, isPlaying, currentTrack, room }: OnlineUser): boolean {
  return isOnline && (room !== undefined || (isPlaying && currentTrack !== null))
}
