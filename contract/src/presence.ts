import * as z from 'zod/mini'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText } from './text.ts'
import { CUSTOM_STATUS_MAX_LENGTH } from './users.ts'

/** Interval at which a connected browser sends a heartbeat, seconds. See docs/product.md §13.1. */
export const HEARTBEAT_SECONDS = 10
/** A member whose last heartbeat is older than this is offline, seconds. See docs/product.md §13.1. */
export const OFFLINE_AFTER_SECONDS = 30

/** Display name for a deleted account. See docs/product.md §3.9. */
export const DELETED_USER_NAME = 'Gelöschter Benutzer'

/** The fields of a member that every member may see. */
export const Person = z.object({
  id: Id,
  /** Empty when the account has been deleted. */
  username: z.string(),
  /** The name that is shown. The username if there is no display name; `DELETED_USER_NAME` for a deleted account. */
  displayName: z.string(),
  /** A URL path of this server; null without an image. */
  photoURL: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>

/** Display name of a member who has no name. See docs/product.md §13.1. */
const NAMELESS = 'Unbekannt'

/** The name that lists show for a member. */
export function shownName({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string {
  return displayName || username || NAMELESS
}

const german = new Intl.Collator('de', { sensitivity: 'base', numeric: true })

/** Compares two names for a list. The order is the same on the server and in the browser. */
export function compareNames(one: string, other: string): number {
  return german.compare(one, other)
}

/** Compares two members by the name that is shown, then by id. */
export function comparePeople(one: Person, other: Person): number {
  return compareNames(shownName(one), shownName(other)) || (one.id < other.id ? -1 : 1)
}

/** The track that a member is playing. The id is null for a track that is not, or no longer, in the archive. */
export const PlayingTrack = z.object({ id: z.nullable(Id), title: z.string(), artist: z.string() })
export type PlayingTrack = z.infer<typeof PlayingTrack>

/** Maximum position in the playing track, in seconds. */
export const PLAYING_POSITION_MAX = 86_400

/** A position in the playing track, and the playback rate: seconds of the track that are played in one second. */
export const PlayingPosition = z.object({
  seconds: z.number().check(z.minimum(0), z.maximum(PLAYING_POSITION_MAX)),
  rate: z.number().check(z.minimum(0.25), z.maximum(4)),
})
export type PlayingPosition = z.infer<typeof PlayingPosition>

/** The listening room in which a member is. */
export const RoomPlace = z.object({ id: Id, name: z.string() })
export type RoomPlace = z.infer<typeof RoomPlace>

/** A member in the list of members. See docs/product.md §13.1. */
export const OnlineUser = z.extend(Person, {
  isOnline: z.boolean(),
  isPlaying: z.boolean(),
  /** Set for admins only. */
  isAdmin: z.optional(z.literal(true)),
  /** Null when nothing is playing or the member hides it. */
  currentTrack: z.nullable(PlayingTrack),
  /** Missing when the member is in no listening room, or hides what they listen to. */
  room: z.optional(RoomPlace),
  /**
   * The member's own text. Without one it is the current activity ("Im Chat", "Hört …", "Im Hörraum: …") while the
   * member is online, otherwise empty. See docs/product.md §13.2.
   */
  customStatus: z.string(),
})
export type OnlineUser = z.infer<typeof OnlineUser>

/** Maximum number of members in the list. Online members come first. */
export const PEOPLE_MAX = 2000

export const listStatuses = route({
  method: 'GET',
  path: '/api/users/status',
  access: 'verified',
  summary: 'Everyone, those who are online first, then by name.',
  answer: z.object({
    users: z.array(OnlineUser),
    /** Numbers of all members, even when the list is shortened. */
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
  /** Set for admins only. */
  isAdmin: z.optional(z.literal(true)),
  currentTrack: z.nullable(PlayingTrack),
  /**
   * For how many seconds the member has been listening, at the time of the answer. See docs/product.md §13.4. This and
   * the next field are missing unless `currentTrack` is shown and playing.
   */
  listeningSeconds: z.optional(z.number()),
  /** Where `currentTrack` is at the time of the answer. Missing when the member's device does not report it. */
  position: z.optional(PlayingPosition),
  /**
   * The track that the member has played last. This and the next two fields are null when the member has never played
   * anything, or hides it.
   */
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

/**
 * A track that a browser reports as playing. For a track of the archive the server uses its stored titles. The titles
 * in the report are used only for other tracks.
 */
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

/**
 * Sent over the socket by a client: the current activity of its member. The server takes the identity of the member
 * from the session and ignores any identity in the message.
 */
export const OwnStatus = z.object({
  type: z.literal('userStatus'),
  /** The page that the member views: "Im Archiv", "Im Chat", "Schaut Videos". The server itself adds "Hört …". */
  customStatus: z.optional(z.nullable(plainText({ max: CUSTOM_STATUS_MAX_LENGTH }))),
  currentTrack: z.optional(z.nullable(ReportedTrack)),
  isPlaying: z.optional(z.boolean()),
  /**
   * Where the playing track is at the time of sending, also when the status is repeated. Another position alone is no
   * change that is sent to other members.
   */
  position: z.optional(PlayingPosition),
})

/**
 * Sent over the socket by a client to stay online. With `ask` the server replies with `heartbeat`, so that
 * the browser can detect a dead connection; without it there is no reply.
 */
export const Heartbeat = z.object({ type: z.literal('heartbeat'), ask: z.optional(z.boolean()) })

/**
 * Sent over the socket, at most once a second: members whose state has changed. The first message after connecting has
 * `full`. It and the messages that continue it replace the client's list. A long list is sent in several messages.
 */
export const StatusChanges = z.object({
  type: z.literal('userStatus'),
  full: z.optional(z.literal(true)),
  users: z.array(OnlineUser),
})

/** Sent over the socket: the reply to a heartbeat with `ask`. */
export const HeartbeatReply = z.object({ type: z.literal('heartbeat') })

/**
 * Sent over the socket: the name or image of a member has changed, or the account was deleted (`isDeleted`). If the id
 * is that of the recipient, the recipient's rights or profile may have changed; the client reads them again.
 */
export const ProfileChanged = z.object({
  type: z.literal('profileChanged'),
  user: Person,
  isDeleted: z.optional(z.literal(true)),
})
