import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod/mini'

const Metadata = z.object({ artist_name: z.string(), track_name: z.string(), release_name: z.string() })
const Listening = z.object({
  listen_type: z.enum(['single', 'import', 'playing_now']),
  payload: z.array(z.object({ listened_at: z.optional(z.number()), track_metadata: Metadata })),
})

/** A fake of ListenBrainz: it checks tokens, accepts listens, and answers with its errors. */
export interface FakeListenbrainz {
  apiUrl: string
  arrived: { account: string; track: string; listenedAt: number }[]
  nowPlaying: { account: string; track: string }[]
  /** Number of received calls. */
  calls: number
  /** Answers every call with this status; 200 means that it works. */
  respondWith(status: number): void
  revoke(token: string): void
  close(): Promise<void>
}

export async function startFakeListenbrainz(accounts: Record<string, string>): Promise<FakeListenbrainz> {
  const known = new Map(Object.entries(accounts))
  const arrived: FakeListenbrainz['arrived'] = []
  const nowPlaying: FakeListenbrainz['nowPlaying'] = []
  let status = 200

  function take(text: string, account: string): number {
    const { success, data } = Listening.safeParse(JSON.parse(text))
    if (!success) return 400
    const { listen_type: type, payload } = data
    if (type === 'single' && payload.length !== 1) return 400
    for (const { listened_at: listenedAt, track_metadata: track } of payload) {
      if (type === 'playing_now') {
        if (listenedAt !== undefined) return 400
        nowPlaying.push({ account, track: track.track_name })
      } else {
        if (listenedAt === undefined) return 400
        arrived.push({ account, track: track.track_name, listenedAt })
      }
    }
    return 200
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    fake.calls += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk)
    const send = (code: number, body: object) => {
      response.writeHead(code, { 'content-type': 'application/json', 'x-ratelimit-reset-in': '7' })
      response.end(JSON.stringify(body))
    }
    if (status !== 200) return send(status, { code: status, error: 'Documented' })
    const account = known.get(/^Token (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (request.url === '/1/validate-token') {
      return account === undefined
        ? send(200, { code: 200, message: 'Token invalid.', valid: false })
        : send(200, { code: 200, message: 'Token valid.', valid: true, user_name: account })
    }
    if (request.url !== '/1/submit-listens' || request.method !== 'POST') return send(404, {})
    if (account === undefined) return send(401, { code: 401, error: 'Invalid authorization token.' })
    const code = take(Buffer.concat(chunks).toString(), account)
    return send(code, code === 200 ? { status: 'ok' } : { code, error: 'Invalid JSON document submitted.' })
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const fake: FakeListenbrainz = {
    apiUrl: `http://127.0.0.1:${port}`,
    arrived,
    nowPlaying,
    calls: 0,
    respondWith: (code) => {
      status = code
    },
    revoke: (token) => {
      known.delete(token)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
