import type { CardContent } from '@tonarchiv/contract/cards'
import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Person } from '@tonarchiv/contract/presence'
import type { Caller } from '#access/caller.ts'
import { missedGrants } from '#features/access-grants/index.ts'
import type { Cards } from '#features/cards/index.ts'
import { messagesForNotices, type NoticeMessage, reactionsForNotices } from '#features/chat/index.ts'
import { friendIdsOf, requestsOf } from '#features/friends/index.ts'
import { personIn, type Presence } from '#features/presence/index.ts'
import { type InvitedRoom, invitedRooms } from '#features/rooms/index.ts'
import type { Services } from '#services.ts'
import { type Candidate, idsOf } from './candidates.ts'
import { type LoadShared, type SharedSources, shownCards } from './shared-sources.ts'

export interface ReadNeeds extends Pick<Services, 'db' | 'now' | 'config'> {
  presence: Pick<Presence, 'members' | 'isHidden' | 'hiddenFrom'>
  cards: Pick<Cards, 'resolve'>
  loadShared: LoadShared
}

/**
 * What the notices of a page are about, read with the rights of their reader. What the reader may not see is missing.
 * Each kind of thing is read by one query, however many notices there are.
 */
export interface Sources extends SharedSources {
  /** A member who is not hidden from the reader. */
  person: (id: string | null) => Person | undefined
  messages: ReadonlyMap<string, NoticeMessage>
  reactions: Awaited<ReturnType<typeof reactionsForNotices>>
  /** Ids of the open friend requests to the reader. */
  openRequests: ReadonlySet<string>
  friends: ReadonlySet<string>
  /** Open rooms. */
  rooms: ReadonlyMap<string, InvitedRoom>
  playlists: ReadonlyMap<string, CardContent>
  /** The days until a grant of the reader ends, by grant. Grants that other access of the reader covers are omitted. */
  daysLeft: ReadonlyMap<string, number>
}

const MESSAGE_KINDS: readonly NoticeKind[] = ['directMessage', 'mention', 'reply', 'reaction']

/** Kinds whose notices name no member. */
const WITHOUT_PEOPLE: ReadonlySet<NoticeKind> = new Set([
  'newAlbums',
  'newVideos',
  'premiereSoon',
  'premiereOpen',
  'premiereMoved',
  'premiereCancelled',
  'accessEnding',
  'security',
])

export async function loadSources(
  needs: ReadNeeds,
  caller: Caller,
  candidates: readonly Candidate[],
): Promise<Sources> {
  const { db, presence } = needs
  const about = (...kinds: NoticeKind[]) => idsOf(candidates, ...kinds)
  const has = (...kinds: NoticeKind[]) => candidates.some(({ kind }) => kinds.includes(kind))
  const areNamed = candidates.some(({ kind }) => !WITHOUT_PEOPLE.has(kind))
  const members: Awaited<ReturnType<Presence['members']>> = areNamed ? await presence.members() : new Map()
  const hidden = [caller.id, ...presence.hiddenFrom(caller.id)]
  const [shared, messages, reactions, requests, friends, playlists, rooms, daysLeft] = await Promise.all([
    needs.loadShared(caller, candidates),
    messagesForNotices(db, caller.id, about(...MESSAGE_KINDS)),
    reactionsForNotices(db, about('reaction'), hidden),
    has('friendRequest') ? requestsOf(db, caller.id) : [],
    has('friendRequest', 'friendAccepted') ? friendIdsOf(db, caller.id) : [],
    shownCards(needs, caller, 'playlist', about('playlistInvitation')),
    invitedRooms(db, caller.id, about('roomInvitation')),
    has('accessEnding') ? daysLeftOf(needs, caller) : new Map<string, number>(),
  ])
  return {
    ...shared,
    person: (id) => {
      const profile = id === null || presence.isHidden(caller.id, id) ? undefined : members.get(id)
      return profile && personIn(profile)
    },
    messages,
    reactions,
    openRequests: new Set(requests.flatMap(({ id, toId }) => (toId === caller.id ? [id] : []))),
    friends: new Set(friends),
    rooms,
    playlists,
    daysLeft,
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** See `Sources.daysLeft`. Empty for admins, whose access does not end. */
async function daysLeftOf({ db, now }: ReadNeeds, caller: Caller): Promise<ReadonlyMap<string, number>> {
  if (caller.isAdmin) return new Map()
  const time = now()
  const missed = await missedGrants(db, caller.id, time)
  return new Map(
    [...missed].map(([id, endsAt]) => [id, Math.ceil((Date.parse(endsAt) - time.getTime()) / DAY_MS)]),
  )
}
