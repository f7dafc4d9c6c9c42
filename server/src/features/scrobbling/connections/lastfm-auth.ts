import { unauthenticated } from '@tonarchiv/contract/refusal'
import {
  type AuthMessage,
  scrobblingOff,
  SERVICE_NAMES,
  serviceUnavailable,
} from '@tonarchiv/contract/scrobbling'
import type { Caller } from '#access/caller.ts'
import type { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { createOauthState, consumeOauthState } from './oauth-states.ts'
import { connect } from './connections.ts'
import type { Lastfm } from '../services/lastfm.ts'

const NOT_LOGGED_IN = 'Du bist nicht mehr angemeldet. Melde dich an und versuche es noch einmal.'
const STATE_EXPIRED =
  'Die Anfrage ist abgelaufen oder wurde schon beantwortet. Bitte versuche es noch einmal.'
const NOT_GRANTED = `${SERVICE_NAMES.lastfm} hat den Zugang nicht bestätigt.`
const UNAVAILABLE = serviceUnavailable.text.replace('{service}', SERVICE_NAMES.lastfm)

/** The URL of the page on which Last.fm asks this member for authorisation. */
export async function authUrl(services: Services, lastfm: Lastfm, userId: string): Promise<string> {
  const state = await createOauthState(services, userId)
  return lastfm.authUrl(`${services.config.publicUrl}/api/lastfm/callback/${state}`)
}

/** The message for the popup when the member cannot be redirected to Last.fm. */
export function refusedAuth({ refusal, message }: Refused): AuthMessage {
  return failed(refusal.code === unauthenticated.code ? NOT_LOGGED_IN : message)
}

/** Completes an authorisation that `authUrl` has started. Failures are returned as messages for the popup. */
export async function finishAuth(
  services: Services,
  lastfm: Lastfm | undefined,
  caller: Caller | undefined,
  { state, token }: { state: string; token: string | undefined },
): Promise<AuthMessage> {
  if (lastfm === undefined) return failed(scrobblingOff.text)
  if (caller?.emailVerified !== true) return failed(NOT_LOGGED_IN)
  if (!(await consumeOauthState(services, state, caller.id))) return failed(STATE_EXPIRED)
  if (token === undefined || token === '') return failed(NOT_GRANTED)
  const granted = await lastfm.grant(token)
  if (granted.kind !== 'granted') {
    services.log.warn({ userId: caller.id, reason: granted.reason }, 'Last.fm gave no session')
    return failed(granted.kind === 'away' ? UNAVAILABLE : NOT_GRANTED)
  }
  await connect(services, caller.id, 'lastfm', granted)
  return { type: 'LASTFM_AUTH_SUCCESS' }
}

function failed(error: string): AuthMessage {
  return { type: 'LASTFM_AUTH_ERROR', error }
}
