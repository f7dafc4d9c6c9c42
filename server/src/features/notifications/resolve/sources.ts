import type { Card, CardContent, CardKind } from '@tonarchiv/contract/cards'
import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Person } from '@tonarchiv/contract/presence'
import { type Caller, hasKey } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { missedGrants } from '#features/access-grants/index.ts'
import type { Cards } from '#features/cards/index.ts'
import { announcedAlbums, type ClosedAlbum, premiereOf } from '#features/catalog/index.ts'
import { messagesForNotices, type NoticeMessage, reactionsForNotices } from '#features/chat/index.ts'
import { friendIdsOf, requestsOf } from '#features/friends/index.ts'
import { personIn, type Presence } from '#features/presence/index.ts'
import { type InvitedRoom, invitedRooms } from '#features/rooms/index.ts'
import type { Services } from '#services.ts'
import { type Candidate, subjectOf } from './candidates.ts'

export interface ReadNeeds extends Pick<Services, 'db' | 'now'> {
  presence: Pick<Presence, 'members' | 'isHidden' | 'hiddenFrom'>
  cards: Pick<Cards, 'resolve'>
}

/** Maximum number of premieres that are looked up for notices. */
const PREMIERES_MAX = 100

/**
 * What the notices of a page are about, read with the rights of their reader. What the reader may not see is missing.
 * Each kind of thing is read by one query, however many notices there are.
 */
export interface Sources {
  /** A member who is not hidden from the reader. */
  person: (id: string | null) => Person | undefined
  messages: ReadonlyMap<string, NoticeMessage>
  reactions: Awaited<ReturnType<typeof reactionsForNotices>>
  /** Ids of the open friend requests to the reader. */
  openRequests: ReadonlySet<string>
  friends: ReadonlySet<string>
  /** Open rooms. */
  rooms: ReadonlyMap<string, InvitedRoom>
  card: (kind: CardKind, id: string) => CardContent | undefined
  /** Premieres that are still to come, by album. */
  premieres: ReadonlyMap<string, ClosedAlbum>
  /** Albums whose premiere was called off. */
  cancelled: ReadonlySet<string>
  /** The days until a grant of the reader ends, by grant. Grants that other access of the reader covers are omitted. */
  daysLeft: ReadonlyMap<string, number>
}

const MESSAGE_KINDS: readonly NoticeKind[] = ['directMessage', 'mention', 'reply', 'reaction']
const CARD_KINDS: { readonly [K in NoticeKind]?: CardKind } = {
  newAlbums: 'album',
  premiereOpen: 'album',
  newVideos: 'video',
  playlistInvitation: 'playlist',
}

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
  const archive = seenBy(needs, caller).db
  const idsOf = (...kinds: NoticeKind[]) => [
    ...new Set(candidates.filter(({ kind }) => kinds.includes(kind)).map(subjectOf)),
  ]
  const has = (...kinds: NoticeKind[]) => candidates.some(({ kind }) => kinds.includes(kind))
  const areNamed = candidates.some(({ kind }) => !WITHOUT_PEOPLE.has(kind))
  const members: Awaited<ReturnType<Presence['members']>> = areNamed ? await presence.members() : new Map()
  const hidden = [caller.id, ...presence.hiddenFrom(caller.id)]
  const [messages, reactions, requests, friends, cards, rooms, premieres, cancelled, daysLeft] =
    await Promise.all([
      messagesForNotices(db, caller.id, idsOf(...MESSAGE_KINDS)),
      reactionsForNotices(db, idsOf('reaction'), hidden),
      has('friendRequest') ? requestsOf(db, caller.id) : [],
      has('friendRequest', 'friendAccepted') ? friendIdsOf(db, caller.id) : [],
      resolveCards(needs, caller, candidates),
      invitedRooms(db, caller.id, idsOf('roomInvitation')),
      hasKey(caller) && has('premiereSoon', 'premiereMoved') ? announcedAlbums(archive, PREMIERES_MAX) : [],
      hasKey(caller) ? cancelledAmong(archive, idsOf('premiereCancelled')) : new Set<string>(),
      has('accessEnding') ? daysLeftOf(needs, caller) : new Map<string, number>(),
    ])
  return {
    person: (id) => {
      const profile = id === null || presence.isHidden(caller.id, id) ? undefined : members.get(id)
      return profile && personIn(profile)
    },
    messages,
    reactions,
    openRequests: new Set(requests.flatMap(({ id, toId }) => (toId === caller.id ? [id] : []))),
    friends: new Set(friends),
    rooms,
    card: (kind, id) => cards.get(`${kind}:${id}`),
    premieres: new Map(premieres.map((album) => [album.id, album])),
    cancelled,
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

/** The cards of the things that the reader sees. */
async function resolveCards(
  { cards }: ReadNeeds,
  caller: Caller,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, CardContent>> {
  const wanted: Card[] = candidates.flatMap(({ kind, subjectIds }) => {
    const card = CARD_KINDS[kind]
    return card === undefined ? [] : subjectIds.map((id) => ({ kind: card, id }))
  })
  if (wanted.length === 0) return new Map()
  const contents = await cards.resolve(caller, wanted)
  return new Map(
    wanted.flatMap(({ kind, id }, index) => {
      const content = contents[index]
      return content?.state === 'shown' ? [[`${kind}:${id}`, content]] : []
    }),
  )
}

async function cancelledAmong(db: ReadNeeds['db'], albumIds: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(albumIds.map(async (albumId) => premiereOf(db, albumId)))
  return new Set(
    found.flatMap((premiere) =>
      premiere !== undefined && premiere.openedAt === null && premiere.opensAt === null
        ? [premiere.albumId]
        : [],
    ),
  )
}
