import { shownTitle } from '@tonarchiv/contract/catalog'
import { comparePeople, type OnlineUser, type Person } from '@tonarchiv/contract/presence'

/** Who there is, in the order of the list. */
export interface People {
  /** By name. */
  online: readonly OnlineUser[]
  /** By name. */
  offline: readonly OnlineUser[]
  byId: ReadonlyMap<string, OnlineUser>
  /** False until the server has told who there is. */
  isKnown: boolean
}

export const NO_PEOPLE: People = { online: [], offline: [], byId: new Map(), isKnown: false }

/** Makes the lists out of who is known; people who did not change stay the same objects. */
function peopleOf(byId: ReadonlyMap<string, OnlineUser>): People {
  const allPeople = [...byId.values()].toSorted(comparePeople)
  return {
    online: allPeople.filter(({ isOnline }) => isOnline),
    offline: allPeople.filter(({ isOnline }) => !isOnline),
    byId,
    isKnown: true,
  }
}

/** Takes over changes; `full` means that nothing known before counts any more. */
export function withStatuses(
  { byId }: People,
  { users, full }: { users: readonly OnlineUser[]; full?: true | undefined },
): People {
  const changed = new Map(full ? [] : byId)
  for (const user of users) changed.set(user.id, user)
  return peopleOf(changed)
}

/** Takes over a new name or image, or lets go of somebody whose account is gone. */
export function withProfile(people: People, user: Person, isDeleted: boolean): People {
  const known = people.byId.get(user.id)
  if (!known) return people
  const changed = new Map(people.byId)
  if (isDeleted) changed.delete(user.id)
  else changed.set(user.id, { ...known, ...user })
  return peopleOf(changed)
}

/** What the second line of somebody in a list says: the track, else what they do. */
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
