import * as z from 'zod/mini'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, plainText, wholeNumber } from './text.ts'

/** The services to which plays can be reported. */
export const SCROBBLE_SERVICES = ['lastfm', 'listenbrainz'] as const
export type ScrobbleService = (typeof SCROBBLE_SERVICES)[number]
export const SERVICE_NAMES: Record<ScrobbleService, string> = {
  lastfm: 'Last.fm',
  listenbrainz: 'ListenBrainz',
}

/** Number of days for which a play can be reported. While a service is unavailable, plays are queued for this time. */
export const SCROBBLE_DAYS = 14
/** Maximum number of seconds by which the clock of a browser may be ahead. */
export const SCROBBLE_AHEAD_SECONDS = 60
/**
 * Size in pixels of the popup in which Last.fm requests authorisation, and the interval at which the page
 * checks whether it was closed. See docs/product.md §15.1.
 */
export const POPUP_WIDTH = 600
export const POPUP_HEIGHT = 700
export const POPUP_POLL_MS = 1000

export const scrobblingOff = refusal(
  503,
  'SCROBBLING_OFF',
  'Scrobbling ist hier nicht eingerichtet. Der Betreiber hat keine Zugangsdaten hinterlegt.',
)
export const unknownSession = refusal(404, 'SCROBBLE_SESSION_UNKNOWN', 'Diese Verbindung gibt es nicht')
export const tokenRefused = refusal(
  400,
  'SCROBBLE_TOKEN_REFUSED',
  'ListenBrainz kennt diesen Token nicht. Kopiere ihn bitte noch einmal.',
)
/** `{service}` is the name of the service. */
export const serviceUnavailable = refusal(
  503,
  'SCROBBLE_SERVICE_AWAY',
  '{service} ist gerade nicht erreichbar. Bitte versuche es später erneut.',
)

/** A track of the archive. The server reads its other data from the catalog. */
const TrackGiven = z.object({ id: Id })

/** An account's connection to a service, as its owner sees it. */
const Connection = z.object({
  service: z.enum(SCROBBLE_SERVICES),
  /** Whether the operator has configured this service. */
  isAvailable: z.boolean(),
  /**
   * The id of the connection in the archive; null without a connection. The session key of the service itself never
   * leaves the server.
   */
  sessionKey: z.nullable(Id),
  /** The username of the account at the service. */
  username: z.nullable(z.string()),
  /** Whether the service is connected and accepts our key. Reporting may be paused nevertheless. */
  isConnected: z.boolean(),
  /** Whether the service rejects our session key, so that the member has to connect again. */
  isLost: z.boolean(),
  isPaused: z.boolean(),
  /** Number of plays that the service has accepted. */
  scrobbleCount: z.number(),
  /** Number of plays that are still to be reported. */
  waitingCount: z.number(),
  connectedAt: z.nullable(IsoTimestamp),
})
export type ScrobbleConnection = z.infer<typeof Connection>

const Scrobbling = z.object({
  services: z.array(Connection),
  /** Whether the operator allows unreleased music to be reported. */
  tellsUnreleased: z.boolean(),
})
export type Scrobbling = z.infer<typeof Scrobbling>

const Done = z.object({ success: z.boolean() })
const Reported = z.object({
  success: z.boolean(),
  /** Whether the play is reported. False when reporting is paused, or when the music is unreleased or exclusive. */
  accepted: z.boolean(),
})

export const getAuthUrl = route({
  method: 'GET',
  path: '/api/lastfm/auth-url',
  access: 'verified',
  summary: 'Where Last.fm asks the caller whether we may report plays; good for five minutes and once.',
  answer: z.object({ url: z.string() }),
  refusals: [scrobblingOff],
})

export const openAuth = route({
  method: 'GET',
  path: '/api/lastfm/auth',
  access: 'verified',
  inBrowser: true,
  summary: 'Leads the popup to Last.fm.',
  answer: 'bytes',
  refusals: [scrobblingOff],
})

/** This route is public, so that a popup without a valid login also gets a page that explains the failure. */
export const authCallback = route({
  method: 'GET',
  path: '/api/lastfm/callback/:state',
  access: 'public',
  inBrowser: true,
  summary: 'Where Last.fm sends the popup back to: connects, and tells the page that opened it.',
  params: z.object({ state: z.string().check(z.maxLength(500)) }),
  query: z.object({ token: z.optional(z.string().check(z.maxLength(200))) }),
  answer: 'bytes',
})

export const getSession = route({
  method: 'GET',
  path: '/api/lastfm/session',
  access: 'verified',
  summary: 'The caller’s connection with Last.fm; `sessionKey` is ours and good for its owner only.',
  answer: z.object({
    sessionKey: z.nullable(Id),
    username: z.nullable(z.string()),
    isConnected: z.boolean(),
    scrobbleCount: z.number(),
  }),
  refusals: [scrobblingOff],
})

export const scrobble = route({
  method: 'POST',
  path: '/api/lastfm/scrobble',
  access: 'key',
  summary: 'Keeps a play to be told to the service; names come from the archive. The same play twice is one.',
  body: z.object({
    sessionKey: Id,
    track: TrackGiven,
    /** The time at which the track was started, in Unix seconds. At most 14 days ago. */
    timestamp: wholeNumber({
      min: 0,
      max: 100_000_000_000,
      error: 'Bitte gib den Beginn in Sekunden seit 1970 an',
    }),
  }),
  answer: Reported,
  refusals: [scrobblingOff, unknownSession, notFound],
})

export const nowPlaying = route({
  method: 'POST',
  path: '/api/lastfm/now-playing',
  access: 'key',
  summary: 'Tells the service what the caller hears just now.',
  body: z.object({ sessionKey: Id, track: TrackGiven }),
  answer: Reported,
  refusals: [scrobblingOff, unknownSession, notFound],
})

export const disconnectLastfm = route({
  method: 'POST',
  path: '/api/lastfm/disconnect',
  access: 'verified',
  summary: 'Forgets the caller’s connection with Last.fm and what was still to be told.',
  answer: Done,
  refusals: [scrobblingOff],
})

export const getScrobbling = route({
  method: 'GET',
  path: '/api/scrobbling',
  access: 'verified',
  summary: 'All services, and the caller’s connections with them.',
  answer: Scrobbling,
})

export const nowPlayingEverywhere = route({
  method: 'POST',
  path: '/api/scrobbling/now-playing',
  access: 'key',
  summary: 'Tells all services that the caller is connected with what they hear just now.',
  body: z.object({ track: TrackGiven }),
  answer: Reported,
  refusals: [notFound],
})

const params = z.object({ service: z.enum(SCROBBLE_SERVICES) })

export const pauseScrobbling = route({
  method: 'PUT',
  path: '/api/scrobbling/:service',
  access: 'verified',
  summary: 'Pauses a connection or lets it go on; what is heard meanwhile is not told later.',
  params,
  body: z.object({ isPaused: z.boolean() }),
  answer: Done,
  refusals: [unknownSession],
})

export const disconnect = route({
  method: 'DELETE',
  path: '/api/scrobbling/:service',
  access: 'verified',
  summary: 'Forgets a connection and what was still to be told, also of a service that is no longer set up.',
  params,
  answer: Done,
})

/** The user token that ListenBrainz shows on its settings page. */
const Token = plainText({ min: 1, max: 100, tooShort: 'Bitte gib deinen Token ein' }).check(
  z.regex(/^[\w-]*$/, 'Ein Token besteht nur aus Buchstaben, Ziffern und Strichen'),
)

export const connectListenbrainz = route({
  method: 'PUT',
  path: '/api/listenbrainz/token',
  access: 'verified',
  summary: 'Connects with ListenBrainz by the token that it shows its users.',
  body: z.object({ token: Token }),
  answer: Done,
  refusals: [scrobblingOff, tokenRefused, serviceUnavailable],
})

/** The message that the popup posts to the page that has opened it, and to no other window. */
export const AuthMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('LASTFM_AUTH_SUCCESS') }),
  z.object({ type: z.literal('LASTFM_AUTH_ERROR'), error: z.optional(z.string()) }),
])
export type AuthMessage = z.infer<typeof AuthMessage>
