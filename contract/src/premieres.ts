import * as z from 'zod/mini'
import { TitleInUrl } from './catalog.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/*
 * Premieres: albums with a date. At that time "the doors open": members can see and play the album. Until then only
 * admins get more than its title, the date and the cover, and the cover only if it is not hidden. See docs/product.md
 * §26.
 */

/** Maximum number of premieres in the list. */
export const PREMIERES_MAX = 20

/** The refusal when the time of a premiere has passed. */
export const premiereInPast = refusal(400, 'PREMIERE_IN_PAST', 'Dieser Zeitpunkt ist schon vorbei.')
/** The refusal when there is no premiere to move, to call off or to open. */
export const premiereNotSet = refusal(409, 'NO_PREMIERE', 'Das Album hat keine Premiere')
/** The refusal for an album that members have seen already. */
export const albumIsOpen = refusal(409, 'ALBUM_IS_OPEN', 'Das Album ist schon für alle zu hören')

/** The time of a premiere: ISO 8601 in UTC, to the minute or finer, at most in the year 2100. */
const PremiereTime = z.iso.datetime({ error: 'Bitte gib Datum und Uhrzeit an' }).check(
  z.maxLength(30),
  z.refine((text) => Date.parse(text) < Date.UTC(2101, 0), 'Bitte gib ein Jahr bis 2100 an'),
)

/** The premiere of an album as an admin sets it. */
export const PremiereSettings = z.object({
  opensAt: PremiereTime,
  /** Whether the cover is hidden until the premiere. */
  isCovered: z.boolean(),
  /**
   * Whether the chat room gets a message about the premiere, by the admin. A premiere that was announced stays announced
   * and gets no further message.
   */
  isAnnounced: z.optional(z.boolean()),
})
export type PremiereSettings = z.infer<typeof PremiereSettings>

/** A premiere as members see it. Without a key only its time is sent. */
export const Premiere = z.object({
  opensAt: IsoTimestamp,
  album: z.optional(
    z.object({
      id: Id,
      title: z.string(),
      /** The address of the cover; null while it is hidden, or if there is none. */
      coverUrl: z.nullable(z.string()),
      isCovered: z.boolean(),
      /** Whether the caller is informed when the premiere is moved or called off, and when the doors open. */
      isReminded: z.boolean(),
    }),
  ),
})
export type Premiere = z.infer<typeof Premiere>

/**
 * The evening of a premiere: the room in which members hear the album together, and afterwards what remains of it. The
 * room has the id of the album. Until the doors open, no field reveals what the album contains.
 */
export const PremiereEvening = z.object({
  albumId: Id,
  title: z.string(),
  opensAt: IsoTimestamp,
  /** When the doors opened; null before that. */
  openedAt: z.nullable(IsoTimestamp),
  /** The address of the cover; null while it is hidden, or if there is none. */
  coverUrl: z.nullable(z.string()),
  isCovered: z.boolean(),
  isReminded: z.boolean(),
  /** `over`: the album was played to its end, or no member is left. */
  phase: z.enum(['waiting', 'live', 'over']),
  /** The number of members in the room; after the evening, of those who were there. */
  peopleCount: z.number(),
  /** The number of the track that plays, and of all tracks; 0 before the doors open. */
  trackNumber: z.number(),
  trackCount: z.number(),
  /** The number of messages in the conversation of the room. The conversation has the id of the album, too. */
  messageCount: z.number(),
})
export type PremiereEvening = z.infer<typeof PremiereEvening>

/** A message about a premiere to a member who has asked for reminders. It is sent until the member has closed it. */
export const PremiereNotice = z.object({
  albumId: Id,
  title: z.string(),
  kind: z.enum(['moved', 'cancelled', 'open']),
  /** The new time; null when the premiere was called off. */
  opensAt: z.nullable(IsoTimestamp),
})
export type PremiereNotice = z.infer<typeof PremiereNotice>

export const listPremieres = route({
  method: 'GET',
  path: '/api/premieres',
  access: 'verified',
  summary: 'The coming premieres, the next one first, and messages about premieres for the caller.',
  answer: z.object({
    premieres: z.array(Premiere),
    /** The evenings at which an album plays at the moment; none without a key. */
    live: z.array(PremiereEvening),
    notices: z.array(PremiereNotice),
    /** The time zone of the server, such as `Europe/Berlin`. */
    timeZone: z.string(),
    /** The time of the server's clock when it answered, in milliseconds since 1970. */
    now: z.number(),
  }),
})

const AlbumId = z.object({ albumId: Id })

export const getPremiereEvening = route({
  method: 'GET',
  path: '/api/premieres/:albumId',
  access: 'key',
  summary: 'The evening of the premiere of an album; null for an album without one.',
  params: AlbumId,
  answer: z.object({
    evening: z.nullable(PremiereEvening),
    /** See `listPremieres`. */
    now: z.number(),
  }),
})

export const readPremiereEvening = route({
  method: 'POST',
  path: '/api/premieres/:albumId/reader',
  access: 'key',
  summary: 'Lets the caller read the conversation of a premiere evening, as everyone who may hear the album.',
  params: AlbumId,
  answer: z.object({ conversationId: Id }),
  refusals: [notFound],
})

export const remindOfPremiere = route({
  method: 'PUT',
  path: '/api/premieres/:albumId/reminder',
  access: 'key',
  summary: 'Asks for messages about a premiere: when it is moved, called off, or begins.',
  params: AlbumId,
  answer: z.object({ success: z.boolean() }),
  refusals: [notFound],
})

export const forgetPremiere = route({
  method: 'DELETE',
  path: '/api/premieres/:albumId/reminder',
  access: 'key',
  summary: 'Asks for no further messages about a premiere.',
  params: AlbumId,
  answer: z.object({ success: z.boolean() }),
})

export const closePremiereNotice = route({
  method: 'DELETE',
  path: '/api/premieres/:albumId/notice',
  access: 'key',
  summary: 'Closes a message about a premiere; the next change of the premiere makes another one.',
  params: AlbumId,
  answer: z.object({ success: z.boolean() }),
})

/** The premiere of an album for admins. `opensAt` is null after it was called off: then only admins see the album. */
export const AlbumPremiere = z.object({
  opensAt: z.nullable(IsoTimestamp),
  isCovered: z.boolean(),
  /** Whether the album has opened. */
  isOpen: z.boolean(),
  /** Whether the chat room has a message about the premiere, or gets it in a moment. */
  isAnnounced: z.boolean(),
  /** The number of members who have asked for reminders of the premiere. */
  reminders: z.number(),
})
export type AlbumPremiere = z.infer<typeof AlbumPremiere>

const AlbumTitel = z.object({ albumTitel: TitleInUrl })
const answer = z.object({
  premiere: z.nullable(AlbumPremiere),
  /** The time zone of the server, such as `Europe/Berlin`. */
  timeZone: z.string(),
  /** See `listPremieres`. */
  now: z.number(),
})

/** Maximum number of albums in the list for admins. */
export const CLOSED_ALBUMS_MAX = 100

export const listClosedAlbums = route({
  method: 'GET',
  path: '/api/closed-albums',
  access: 'admin',
  summary:
    'The albums that only admins see: those with a premiere to come, the next one first, and those without a time.',
  answer: z.object({
    albums: z.array(z.object({ albumId: Id, title: z.string(), opensAt: z.nullable(IsoTimestamp) })),
  }),
})

export const getAlbumPremiere = route({
  method: 'GET',
  path: '/api/album-premiere/:albumTitel',
  access: 'admin',
  summary: 'The premiere of an album; null for an album without one.',
  params: AlbumTitel,
  answer,
  refusals: [notFound],
})

export const setAlbumPremiere = route({
  method: 'PUT',
  path: '/api/album-premiere/:albumTitel',
  access: 'admin',
  summary: 'Moves the premiere of an album that has not opened, or sets it again after it was called off.',
  params: AlbumTitel,
  body: PremiereSettings,
  answer,
  refusals: [notFound, premiereInPast, albumIsOpen],
})

export const cancelAlbumPremiere = route({
  method: 'DELETE',
  path: '/api/album-premiere/:albumTitel',
  access: 'admin',
  summary: 'Calls a premiere off. Only admins see the album then.',
  params: AlbumTitel,
  answer,
  refusals: [notFound, premiereNotSet],
})

export const openAlbumNow = route({
  method: 'POST',
  path: '/api/album-premiere/:albumTitel/open',
  access: 'admin',
  summary: 'Opens an album that has not had its premiere, for everyone and at once.',
  params: AlbumTitel,
  answer,
  refusals: [notFound, premiereNotSet],
})

/** Sent over the socket: a premiere was set, moved or called off, or has begun. Clients read the premieres again. */
export const PremieresChanged = z.object({ type: z.literal('premieresChanged') })
