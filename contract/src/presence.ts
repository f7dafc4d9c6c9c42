import * as z from 'zod/mini'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'
import { CUSTOM_STATUS_MAX_LENGTH } from './users.ts'

/** A connected browser says that it lives so often, seconds. See docs/product.md §13.1. */
export const HEARTBEAT_SECONDS = 10
/** Who has not been heard for so long is offline, seconds. See docs/product.md §13.1. */
export const OFFLINE_AFTER_SECONDS = 30

/** What somebody is called whose account is gone. See docs/product.md §3.9. */
export const DELETED_USER_NAME = 'Gelöschter Benutzer'

/** A member as everyone may see them. */
export const Person = z.object({
  id: Id,
  /** Empty when the account is gone. */
  username: z.string(),
  /** Falls back to the username; `DELETED_USER_NAME` when the account is gone. */
  displayName: z.string(),
  /** An address of ours. */
  photoURL: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>

/** What somebody without a name is called. See docs/product.md §13.1. */
const NAMELESS = 'Unbekannt'

/** The name under which lists show somebody. */
export function shownName({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string {
  return displayName || username || NAMELESS
}

const german = new Intl.Collator('de', { sensitivity: 'base', numeric: true })

/** Order of two names in a list, the same on the server and in the browser. */
export function compareNames(one: string, other: string): number {
  return german.compare(one, other)
}

/** Order of two people in a list: by the name that is shown, those of the same name by id. */
export function comparePeople(one: Person, other: Person): number {
  return compareNames(shownName(one), shownName(other)) || (one.id < other.id ? -1 : 1)
}

/** What somebody listens to. The id is null for something that is not (or no longer) in the archive. */
export const PlayingTrack = z.object({ id: z.nullable(Id), title: z.string(), artist: z.string() })
export type PlayingTrack = z.infer<typeof PlayingTrack>

/** See docs/product.md §13.1. */
export const OnlineUser = z.extend(Person, {
  isOnline: z.boolean(),
  isPlaying: z.boolean(),
  /** Null when nothing plays or its listener hides it. */
  currentTrack: z.nullable(PlayingTrack),
  /**
   * Their own text; without one what they do ("Im Chat", "Hört …"), while they are online; else empty.
   * See docs/product.md §13.2.
   */
  customStatus: z.string(),
})
export type OnlineUser = z.infer<typeof OnlineUser>

/** Most people in the list; those who are online come first. */
export const PEOPLE_MAX = 2000

export const listStatuses = route({
  method: 'GET',
  path: '/api/users/status',
  access: 'verified',
  summary: 'Everyone, those who are online first, then by name.',
  answer: z.object({
    users: z.array(OnlineUser),
    /** Of all members, also when the list is cut at its end. */
    counts: z.object({ online: z.number(), offline: z.number() }),
  }),
})

/** A member's page: "Benutzerprofil". See docs/product.md §13.4. */
export const PublicProfile = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  bio: z.string(),
  avatarUrl: z.nullable(z.string()),
  customStatus: z.string(),
  createdAt: IsoTimestamp,
  isOnline: z.boolean(),
  isPlaying: z.boolean(),
  currentTrack: z.nullable(PlayingTrack),
  /** All three null when nothing was ever played or its listener hides it. */
  last_played_track: z.nullable(z.string()),
  last_played_artist: z.nullable(z.string()),
  last_played_at: z.nullable(IsoTimestamp),
})
export type PublicProfile = z.infer<typeof PublicProfile>

export const userNotFound = refusal(404, 'USER_NOT_FOUND', 'Benutzer nicht gefunden')

export const getPublicProfile = route({
  method: 'GET',
  path: '/api/users/:id/profile',
  access: 'verified',
  summary: 'A member as others see them.',
  params: z.object({ id: Id }),
  answer: z.object({ user: PublicProfile }),
  refusals: [userNotFound],
})

/** What the archive knows of a track counts; the names are taken only where it knows none. */
export const ReportedTrack = z.union([
  z.pipe(
    plainText({ max: 200 }),
    z.transform((title: string) => ({ title })),
  ),
  z.object({
    id: z.nullish(Id),
    title: z.nullish(plainText({ max: 200 })),
    artist: z.nullish(plainText({ max: 200 })),
  }),
])
export type ReportedTrack = z.infer<typeof ReportedTrack>

/** Over the socket: what the sender does; its identity comes from the session, whatever else the message says. */
export const OwnStatus = z.object({
  type: z.literal('userStatus'),
  /** Where they are: "Im Archiv", "Im Chat", "Schaut Videos". "Hört …" is made by the server. */
  customStatus: z.optional(z.nullable(plainText({ max: CUSTOM_STATUS_MAX_LENGTH }))),
  currentTrack: z.optional(z.nullable(ReportedTrack)),
  isPlaying: z.optional(z.boolean()),
})

/**
 * Over the socket: "I am still here". With `ask` the server answers `heartbeat`, so that a browser notices a dead
 * line; without it nothing comes back.
 */
export const Heartbeat = z.object({ type: z.literal('heartbeat'), ask: z.optional(z.boolean()) })

/**
 * Over the socket: people whose state has changed, at most once a second. The first message after connecting says
 * `full`: it and what follows replace everything known before (a long list comes in several messages).
 */
export const StatusChanges = z.object({
  type: z.literal('userStatus'),
  full: z.optional(z.literal(true)),
  users: z.array(OnlineUser),
})

/** Over the socket: the answer to a heartbeat that asked. */
export const HeartbeatReply = z.object({ type: z.literal('heartbeat') })

/**
 * Over the socket: name or image of somebody is another one from now on, or their account is gone (`isDeleted`).
 * With the receiver's own id also: their rights or profile have changed, read them anew.
 */
export const ProfileChanged = z.object({
  type: z.literal('profileChanged'),
  user: Person,
  isDeleted: z.optional(z.literal(true)),
})
