import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { sessionHeaders } from '#client/call.ts'
import { isConnectionLost } from '#client/connection.ts'
import { copyUrlOf } from '#client/copies-view.ts'
import { currentUser, refreshUser } from '#features/auth/index.ts'
import type { LoadOutcome } from './after-failure.ts'

/** Milliseconds. */
const TIMEOUT = 5000

/** Asks the server why a track cannot be played, because an audio element does not report the server's answer. */
export async function probeTrack(file: string): Promise<LoadOutcome> {
  // Without a connection, the copy of the track on this device is played.
  if (isConnectionLost() && copyUrlOf({ file }) !== undefined) return 'there'
  try {
    const response = await fetch(urlOf(streamTrack, { params: { file } }), {
      headers: { ...sessionHeaders(), Range: 'bytes=0-0' },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    void response.body?.cancel()
    return loadOutcomeOf(response.status)
  } catch {
    return 'unreachable'
  }
}

function loadOutcomeOf(status: number): LoadOutcome {
  if (status < 400) return 'there'
  if (status === 401 || status === 403) {
    // The access key may have been revoked. The account is read again, so that the pages show its present access.
    void refreshUser()
    return 'refused'
  }
  const passes = status >= 500 || status === 408 || status === 429
  if (passes) return 'unreachable'
  return currentUser()?.hasLimitedAccess === true ? 'closed' : 'gone'
}
