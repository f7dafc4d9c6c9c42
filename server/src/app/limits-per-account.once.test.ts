import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Factor for all limits. A tenth of each limit is enough to test it. */
const FACTOR = 0.1

/**
 * Cheap calls, so that nothing but the limit takes effect. Each entry has a name, the limit, its window in
 * milliseconds, and the call.
 */
const LIMITS: [string, number, number, string, unknown?][] = [
  ['calls of all kinds', 600, MINUTE_MS, '/api/auth/media-ticket'],
  ['covers', 1200, MINUTE_MS, '/api/cover/nichts'],
  ['pictures of videos', 1200, MINUTE_MS, '/api/videos/thumbnail/nichts'],
  ['starts of streams', 60, 10_000, '/api/stream/nichts.mp3'],
  ['starts of videos', 60, 10_000, '/api/videos/stream/nichts.mp4'],
  ['searches for music', 60, MINUTE_MS, '/albums?search=nichts'],
  ['searches for people', 60, MINUTE_MS, '/api/users/search?q=niemand'],
  ['plays', 240, HOUR_MS, '/api/plays', { track_id: 'nichts' }],
  ['requests to friends', 20, HOUR_MS, '/api/friends/request', { friendId: 'niemand' }],
]

test.each(LIMITS)(
  '%s: %d in %d ms for an account, then a pause',
  async (_what, limit, windowMs, path, body) => {
    const app = await startApp({ rateLimitFactor: FACTOR })
    const [member, other] = [await app.signIn(), await app.signIn()]
    const callAs = async (token: string) => {
      const authorization = `Bearer ${token}`
      const response = await app.fetch(
        path,
        body === undefined
          ? { headers: { authorization } }
          : {
              method: 'POST',
              headers: { authorization, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            },
      )
      await response.arrayBuffer()
      return response
    }
    const allowed = limit * FACTOR
    const statuses: number[] = []
    for (let count = 0; count < allowed; count += 1) statuses.push((await callAs(member.token)).status)
    expect(statuses).not.toContain(429)
    const refused = await callAs(member.token)
    expect(refused.status).toBe(429)
    const waitMs = Number(refused.headers.get('retry-after')) * 1000
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(windowMs)
    // The limit counts each account separately. After the window, calls are accepted again.
    expect((await callAs(other.token)).status).not.toBe(429)
    app.passTime(windowMs + 1000)
    expect((await callAs(member.token)).status).not.toBe(429)
  },
)
