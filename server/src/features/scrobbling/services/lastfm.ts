import { createHash } from 'node:crypto'
import type { Services } from '#services.ts'
import { type ServiceResponse, callService, fieldOf, ServiceUnavailable } from '#http-client/call-service.ts'
import type { Delivery, ScrobblePlay, ScrobbleTarget, ScrobbleTrack } from './service.ts'

type Settings = NonNullable<Services['config']['scrobbling']['lastfm']>
type Parameters = Record<string, string>

/** Maximum number of plays in one call of `track.scrobble`. https://www.last.fm/api/show/track.scrobble */
const BATCH = 50

/** Last.fm's error codes for a temporary failure or a rate limit. https://www.last.fm/api/errorcodes */
const LATER = new Set([2, 8, 11, 16, 29])
/** Error codes for revoked access, an invalid session, or a required login. */
const LOST = new Set([4, 9, 14, 15, 17])
/**
 * Error codes for a wrong or suspended API key or secret. The operator must correct the settings, so no play is
 * discarded.
 */
const OPERATORS = new Set([10, 13, 26])

/** The code for a play that Last.fm ignores because the account has sent too many plays today. */
const DAILY_LIMIT = 5

/** The result of a request for a session. */
export type Granted =
  | { kind: 'granted'; accountName: string; key: string }
  | { kind: 'denied'; reason: string }
  | { kind: 'away'; reason: string }

export interface Lastfm extends ScrobbleTarget {
  /** The URL of Last.fm's page for authorisation. That page redirects to `callback` with a token. */
  authUrl(callback: string): string
  /** Exchanges the token of an authorisation for a session. */
  grant(token: string): Promise<Granted>
}

/** The protocol of Last.fm, which has signed calls and a session for each account. https://www.last.fm/api/authspec */
export function openLastfm({ apiKey, apiSecret, apiUrl, authUrl }: Settings): Lastfm {
  async function send(method: string, given: Parameters, signal?: AbortSignal): Promise<ServiceResponse> {
    const signed = { ...given, method, api_key: apiKey }
    const body = new URLSearchParams({ ...signed, api_sig: signatureOf(signed, apiSecret), format: 'json' })
    return callService(apiUrl, { method: 'POST', body }, signal)
  }

  /** Sends a call. Returns its response, or the reason why it was rejected. */
  async function deliver(
    method: string,
    given: Parameters,
    signal: AbortSignal,
  ): Promise<{ json: unknown } | Exclude<Delivery, { kind: 'taken' }>> {
    try {
      const response = await send(method, given, signal)
      return refusalOf(response) ?? { json: response.json }
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error
      return { kind: 'later', reason: error.message }
    }
  }

  return {
    batch: BATCH,

    authUrl(callback) {
      const address = new URL(authUrl)
      address.searchParams.set('api_key', apiKey)
      address.searchParams.set('cb', callback)
      return address.href
    },

    async grant(token) {
      try {
        const response = await send('auth.getSession', { token })
        const refusal = refusalOf(response)
        if (refusal !== undefined)
          return { kind: refusal.kind === 'later' ? 'away' : 'denied', reason: refusal.reason }
        return grantedIn(response.json)
      } catch (error) {
        if (error instanceof ServiceUnavailable) return { kind: 'away', reason: error.message }
        throw error
      }
    },

    async deliver(key, plays, signal) {
      const outcome = await deliver('track.scrobble', { sk: key, ...parametersOf(plays) }, signal)
      if ('kind' in outcome) return outcome
      const ignored = ignoredCodes(outcome.json)
      return {
        kind: 'taken',
        plays: plays.map((_play, index) => {
          const code = ignored[index] ?? 0
          if (code === 0) return 'sent'
          return code === DAILY_LIMIT ? 'later' : 'refused'
        }),
      }
    },

    async nowPlaying(key, track, signal) {
      const outcome = await deliver('track.updateNowPlaying', { sk: key, ...namesOf(track) }, signal)
      return 'kind' in outcome ? outcome : { kind: 'taken', plays: ['sent'] }
    },
  }
}

/**
 * The signature of a call: MD5 over all parameters, sorted by name in ASCII, and the secret. `format` is not signed.
 */
export function signatureOf(parameters: Parameters, secret: string): string {
  const text = Object.keys(parameters)
    .sort()
    .map((name) => `${name}${parameters[name] ?? ''}`)
    .join('')
  return createHash('md5').update(`${text}${secret}`, 'utf8').digest('hex')
}

function grantedIn(json: unknown): Granted {
  const session = fieldOf(json, 'session')
  const [name, key] = [fieldOf(session, 'name'), fieldOf(session, 'key')]
  return typeof name === 'string' && typeof key === 'string' && name !== '' && key !== ''
    ? { kind: 'granted', accountName: name, key }
    : { kind: 'away', reason: 'no session' }
}

/** The numbered parameters for a batch of plays. */
function parametersOf(plays: readonly ScrobblePlay[]): Parameters {
  const parameters: Parameters = {}
  for (const [index, { startedAt, ...track }] of plays.entries()) {
    parameters[`timestamp[${index}]`] = String(Math.floor(startedAt.getTime() / 1000))
    for (const [name, value] of Object.entries(namesOf(track))) parameters[`${name}[${index}]`] = value
  }
  return parameters
}

function namesOf({ title, artist, album, durationSeconds }: ScrobbleTrack): Parameters {
  const duration = Math.round(durationSeconds)
  return { track: title, artist, album, ...(duration > 0 && { duration: String(duration) }) }
}

/** The reason why a call was rejected. The body is more exact than the status, because some errors have status 200. */
function refusalOf({
  status,
  json,
  retryAfterSeconds,
}: ServiceResponse): Exclude<Delivery, { kind: 'taken' }> | undefined {
  const code = fieldOf(json, 'error')
  if (typeof code === 'number') {
    const reason = `error ${code}`
    if (LOST.has(code)) return { kind: 'lost', reason }
    if (OPERATORS.has(code)) return { kind: 'later', reason, isOperators: true }
    return LATER.has(code) || status >= 500
      ? { kind: 'later', reason, retryAfterSeconds }
      : { kind: 'never', reason }
  }
  if (status === 200 && json !== undefined) return undefined
  // The response does not come from Last.fm itself, but from a proxy.
  return { kind: 'later', reason: `HTTP ${status}`, retryAfterSeconds }
}

/** The code of each play in a batch: 0 if Last.fm has accepted it, otherwise the reason why it was ignored. */
function ignoredCodes(json: unknown): number[] {
  const scrobbles = fieldOf(fieldOf(json, 'scrobbles'), 'scrobble')
  const list: unknown[] = Array.isArray(scrobbles) ? scrobbles : [scrobbles]
  return list.map((scrobble) => {
    const code = Number(fieldOf(fieldOf(scrobble, 'ignoredMessage'), 'code'))
    return Number.isInteger(code) ? code : 0
  })
}
