import { streamTrack } from '@tonarchiv/contract/catalog'
import { addressOf } from '@tonarchiv/contract/route'
import { sessionHeaders } from '#client/call.ts'
import { refreshUser } from '#features/auth/index.ts'
import type { Fate } from '../engine/after-failure.ts'

/** Milliseconds. */
const PATIENCE = 5000

/** Asks the server about a track that does not play: an audio element does not say why. */
export async function lookUp(file: string): Promise<Fate> {
  try {
    const response = await fetch(addressOf(streamTrack, { params: { file } }), {
      headers: { ...sessionHeaders(), Range: 'bytes=0-0' },
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    })
    void response.body?.cancel()
    return fateOf(response.status)
  } catch {
    return 'unreachable'
  }
}

function fateOf(status: number): Fate {
  if (status < 400) return 'there'
  if (status === 401 || status === 403) {
    // The key may have been taken back: the account is read again, and the pages show it.
    void refreshUser()
    return 'refused'
  }
  const passes = status >= 500 || status === 408 || status === 429
  return passes ? 'unreachable' : 'gone'
}
