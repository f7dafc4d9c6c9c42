import { createHash } from 'node:crypto'
import type { Services } from '#services.ts'
import { type ServiceResponse, callService, fieldOf, ServiceUnavailable } from './http-client.ts'
import type { Delivery, ScrobbleTrack, ScrobbleTarget } from './service.ts'

type Settings = NonNullable<Services['config']['scrobbling']['lastfm']>
type Parameters = Record<string, string>

/** Plays in one `track.scrobble`. https://www.last.fm/api/show/track.scrobble */
const BATCH = 50

/** Which of Last.fm's error codes say that it is away or has had enough. https://www.last.fm/api/errorcodes */
const LATER = new Set([2, 8, 11, 16, 29])
/** Access was taken back, the session is not valid, or somebody has to log in. */
const LOST = new Set([4, 9, 14, 15, 17])
/** Our API key or its secret is wrong or suspended: not the listener's fault, so nothing of theirs is given up. */
const OPERATORS = new Set([10, 13, 26])

/** A play that Last.fm leaves out because the account has sent too many today. */
const DAILY_LIMIT = 5

/** What came of requesting a session. */
export type Granted =
  | { kind: 'granted'; accountName: string; key: string }
  | { kind: 'denied'; reason: string }
  | { kind: 'away'; reason: string }

export interface Lastfm extends ScrobbleTarget {
  /** Where Last.fm asks its user; afterwards it leads to `callback` with a token added. */
  authUrl(callback: string): string
  /** Changes the token for a session. */
  grant(token: string): Promise<Granted>
}

/** Last.fm's protocol: signed calls, a session per account. https://www.last.fm/api/authspec */
export function openLastfm({ apiKey, apiSecret, apiUrl, authUrl }: Settings): Lastfm {
  async function send(method: string, given: Parameters, signal?: AbortSignal): Promise<ServiceResponse> {
    const signed = { ...given, method, api_key: apiKey }
    const body = new URLSearchParams({ ...signed, api_sig: signatureOf(signed, apiSecret), format: 'json' })
    return callService(apiUrl, { method: 'POST', body }, signal)
  }

  /** Sends, and says why it was not taken. */
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
        const session = fieldOf(response.json, 'session')
        const [name, key] = [fieldOf(session, 'name'), fieldOf(session, 'key')]
        return typeof name === 'string' && typeof key === 'string' && name !== '' && key !== ''
          ? { kind: 'granted', accountName: name, key }
          : { kind: 'away', reason: 'no session' }
      } catch (error) {
        if (error instanceof ServiceUnavailable) return { kind: 'away', reason: error.message }
        throw error
      }
    },

    async deliver(key, plays, signal) {
      const parameters: Parameters = { sk: key }
      for (const [index, { startedAt, ...track }] of plays.entries()) {
        parameters[`timestamp[${index}]`] = String(Math.floor(startedAt.getTime() / 1000))
        for (const [name, value] of Object.entries(namesOf(track))) parameters[`${name}[${index}]`] = value
      }
      const outcome = await deliver('track.scrobble', parameters, signal)
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

/** md5 over all parameters in the order of their names in ASCII, and the secret. `format` is not signed. */
export function signatureOf(parameters: Parameters, secret: string): string {
  const text = Object.keys(parameters)
    .sort()
    .map((name) => `${name}${parameters[name] ?? ''}`)
    .join('')
  return createHash('md5').update(`${text}${secret}`, 'utf8').digest('hex')
}

function namesOf({ title, artist, album, durationSeconds }: ScrobbleTrack): Parameters {
  const duration = Math.round(durationSeconds)
  return { track: title, artist, album, ...(duration > 0 && { duration: String(duration) }) }
}

/** Why an answer is a "no"; a body counts for more than its status, for some errors come with 200. */
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
  // Something between us and Last.fm has answered.
  return { kind: 'later', reason: `HTTP ${status}`, retryAfterSeconds }
}

/** Of each play of a batch the code by which it was left out; 0 when it was taken. */
function ignoredCodes(json: unknown): number[] {
  const scrobbles = fieldOf(fieldOf(json, 'scrobbles'), 'scrobble')
  const list: unknown[] = Array.isArray(scrobbles) ? scrobbles : [scrobbles]
  return list.map((scrobble) => {
    const code = Number(fieldOf(fieldOf(scrobble, 'ignoredMessage'), 'code'))
    return Number.isInteger(code) ? code : 0
  })
}
