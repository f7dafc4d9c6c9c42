import type { Services } from '#services.ts'
import { type ServiceResponse, callService, fieldOf, ServiceUnavailable } from '#http-client/call-service.ts'
import type { Delivery, ScrobbleTrack, ScrobbleTarget } from './service.ts'

type Settings = NonNullable<Services['config']['scrobbling']['listenbrainz']>

const BATCH = 50

/** The account to which a token belongs. */
export type TokenOwner = { kind: 'known'; accountName: string } | { kind: 'unknown' } | { kind: 'away' }

export interface Listenbrainz extends ScrobbleTarget {
  ownerOf(token: string): Promise<TokenOwner>
}

/**
 * The protocol of ListenBrainz, which has calls in JSON with the member's token.
 * https://listenbrainz.readthedocs.io/en/latest/users/api/core.html
 */
export function openListenbrainz({ apiUrl }: Settings): Listenbrainz {
  async function submit(
    token: string,
    listening: object,
    signal: AbortSignal,
  ): Promise<Delivery | undefined> {
    try {
      const response = await callService(
        `${apiUrl}/1/submit-listens`,
        {
          method: 'POST',
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(listening),
        },
        signal,
      )
      return refusalOf(response)
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error
      return { kind: 'later', reason: error.message }
    }
  }

  return {
    batch: BATCH,

    async ownerOf(token) {
      try {
        const { status, json } = await callService(`${apiUrl}/1/validate-token`, {
          method: 'GET',
          headers: { authorization: `Token ${token}` },
        })
        const name = fieldOf(json, 'user_name')
        if (fieldOf(json, 'valid') === true && typeof name === 'string')
          return { kind: 'known', accountName: name }
        return status === 400 || status === 401 || fieldOf(json, 'valid') === false
          ? { kind: 'unknown' }
          : { kind: 'away' }
      } catch (error) {
        if (error instanceof ServiceUnavailable) return { kind: 'away' }
        throw error
      }
    },

    async deliver(token, plays, signal) {
      const payload = plays.map(({ startedAt, ...track }) => ({
        listened_at: Math.floor(startedAt.getTime() / 1000),
        track_metadata: metadataOf(track),
      }))
      const listening = { listen_type: plays.length === 1 ? 'single' : 'import', payload }
      const refusal = await submit(token, listening, signal)
      return refusal ?? { kind: 'taken', plays: plays.map(() => 'sent') }
    },

    async nowPlaying(token, track, signal) {
      const listening = { listen_type: 'playing_now', payload: [{ track_metadata: metadataOf(track) }] }
      return (await submit(token, listening, signal)) ?? { kind: 'taken', plays: ['sent'] }
    },
  }
}

function metadataOf({ title, artist, album, durationSeconds }: ScrobbleTrack) {
  const durationMs = Math.round(durationSeconds * 1000)
  return {
    artist_name: artist,
    track_name: title,
    release_name: album,
    ...(durationMs > 0 && { additional_info: { duration_ms: durationMs } }),
  }
}

function refusalOf({ status, json, retryAfterSeconds }: ServiceResponse): Delivery | undefined {
  if (status === 200 && json !== undefined) return undefined
  const reason = `HTTP ${status}`
  if (status === 401 || status === 403) return { kind: 'lost', reason }
  return status === 400 || status === 413
    ? { kind: 'never', reason }
    : { kind: 'later', reason, retryAfterSeconds }
}
