import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** How the fake answers calls: like Last.fm when it works, or with a failure. */
export type Behaviour =
  | { kind: 'well' }
  | { kind: 'error'; code: number; status?: number }
  | { kind: 'http'; status: number }
  | { kind: 'hangs' }
  | { kind: 'floods' }
  | { kind: 'redirects'; to: string }

export interface ScrobbleCall {
  method: string
  parameters: Record<string, string>
}

/** An accepted scrobble, with the fields of Last.fm. */
export interface ArrivedScrobble {
  account: string
  artist: string
  track: string
  album: string
  timestamp: number
}

const API_KEY = 'standin0apikey'
const API_SECRET = 'standin0secret'
const BATCH_MOST = 50

/**
 * A fake of Last.fm: it shows a page for authorisation, checks signatures and keys, and answers with the
 * documented errors.
 */
export interface FakeLastfm {
  settings: { apiKey: string; apiSecret: string; apiUrl: string; authUrl: string }
  /** Every call, also those that failed. */
  calls: ScrobbleCall[]
  /** In the order of arrival. */
  arrived: ArrivedScrobble[]
  nowPlaying: { account: string; track: string }[]
  behave(behaviour: Behaviour): void
  /** Number of calls that are left without a response. */
  hanging(): number
  /** Ignores plays of this title with one of Last.fm's codes. */
  ignore(track: string, code: number): void
  /** Rejects every call that contains this title. */
  refuse(track: string): void
  /** Grants access as the user does. Returns the URL to which the browser is redirected. */
  approve(authUrl: string, account: string): string
  /** Revokes the access as the user does. */
  revoke(account: string): void
  /** Stops listening, and listens again at the same address. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

type Parameters = Record<string, string>
interface Answer {
  status: number
  body: unknown
}

/** The API with its accounts. */
function lastfmApi() {
  const tokens = new Map<string, string>()
  const sessions = new Map<string, string>()
  const ignored = new Map<string, number>()
  const refused = new Set<string>()
  const arrived: ArrivedScrobble[] = []
  const nowPlaying: { account: string; track: string }[] = []

  function respondToCall(parameters: Parameters): Answer {
    const error = (code: number, status = 403) => ({
      status,
      body: { error: code, message: `Error ${code} for sk ${parameters['sk'] ?? ''}` },
    })
    const { method, api_key: key, api_sig: signature, format, ...rest } = parameters
    if (format !== 'json') return error(5)
    if (key !== API_KEY) return error(10)
    if (signature !== signed({ ...rest, method: method ?? '', api_key: key })) return error(13)
    if (method === 'auth.getSession') return startSession(parameters['token'] ?? '') ?? error(14)
    const account = sessions.get(parameters['sk'] ?? '')
    if (account === undefined) return error(9)
    if (Object.values(parameters).some((value) => refused.has(value))) return error(6, 400)
    if (method === 'track.updateNowPlaying') {
      if (!parameters['artist'] || !parameters['track']) return error(6)
      nowPlaying.push({ account, track: parameters['track'] })
      return { status: 200, body: { nowplaying: { ignoredMessage: { code: '0', '#text': '' } } } }
    }
    return method === 'track.scrobble' ? (scrobble(account, parameters) ?? error(6)) : error(3)
  }

  function startSession(token: string): Answer | undefined {
    const account = tokens.get(token)
    if (account === undefined) return undefined
    tokens.delete(token)
    const session = randomUUID().replaceAll('-', '')
    sessions.set(session, account)
    return { status: 200, body: { session: { name: account, key: session, subscriber: 0 } } }
  }

  /** Undefined for a batch of a wrong size. */
  function scrobble(account: string, parameters: Parameters): Answer | undefined {
    const count = Object.keys(parameters).filter((name) => name.startsWith('timestamp[')).length
    if (count === 0 || count > BATCH_MOST) return undefined
    const scrobbles = Array.from({ length: count }, (_none, index) => {
      const at = (name: string) => parameters[`${name}[${index}]`] ?? ''
      const [artist, track, album] = [at('artist'), at('track'), at('album')]
      const code = ignored.get(track) ?? 0
      if (code === 0) arrived.push({ account, artist, track, album, timestamp: Number(at('timestamp')) })
      return { track: { '#text': track }, ignoredMessage: { code: String(code), '#text': '' } }
    })
    const accepted = {
      '@attr': { accepted: count, ignored: 0 },
      scrobble: scrobbles.length === 1 ? scrobbles[0] : scrobbles,
    }
    return { status: 200, body: { scrobbles: accepted } }
  }

  return { tokens, sessions, ignored, refused, arrived, nowPlaying, respondToCall }
}

export async function startFakeLastfm(): Promise<FakeLastfm> {
  const { tokens, sessions, ignored, refused, arrived, nowPlaying, respondToCall } = lastfmApi()
  const hanging = new Set<ServerResponse>()
  const calls: ScrobbleCall[] = []
  let behaviour: Behaviour = { kind: 'well' }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://stand-in')
    if (address.pathname === '/api/auth/') {
      const token = randomUUID()
      tokens.set(token, 'jonas_hoert')
      return showQuestion(response, address.searchParams.get('cb') ?? '', token)
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk)
    const parameters = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    calls.push({ method: parameters['method'] ?? '', parameters })
    const send = (status: number, body: string) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body)
    }
    switch (behaviour.kind) {
      case 'hangs':
        hanging.add(response)
        response.once('close', () => hanging.delete(response))
        return
      case 'http':
        send(behaviour.status, '<html>Bad gateway</html>')
        return
      case 'error':
        send(behaviour.status ?? 200, JSON.stringify({ error: behaviour.code, message: 'Documented' }))
        return
      case 'floods':
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(`{"scrobbles":"${'x'.repeat(3_000_000)}"}`)
        return
      case 'redirects':
        response.writeHead(307, { location: behaviour.to })
        response.end()
        return
      case 'well': {
        const { status, body } = respondToCall(parameters)
        send(status, JSON.stringify(body))
      }
    }
  }

  let server: Server = createServer()
  async function listen(port: number): Promise<number> {
    server = createServer((request, response) => void answer(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  async function close(): Promise<void> {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const port = await listen(0)
  const url = `http://127.0.0.1:${port}`

  return {
    settings: {
      apiKey: API_KEY,
      apiSecret: API_SECRET,
      apiUrl: `${url}/2.0/`,
      authUrl: `${url}/api/auth/`,
    },
    calls,
    arrived,
    nowPlaying,
    behave: (next) => {
      behaviour = next
    },
    hanging: () => hanging.size,
    ignore: (track, code) => ignored.set(track, code),
    refuse: (track) => refused.add(track),
    approve: (authUrl, account) => {
      const callback = new URL(new URL(authUrl).searchParams.get('cb') ?? '')
      const token = randomUUID()
      tokens.set(token, account)
      callback.searchParams.set('token', token)
      return callback.href
    },
    revoke: (account) => {
      for (const [session, owner] of sessions) if (owner === account) sessions.delete(session)
    },
    goDown: close,
    comeUp: async () => {
      await listen(port)
    },
    close,
  }
}

/** The page on which the user grants or denies access. */
function showQuestion(response: ServerResponse, callback: string, token: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Connect</title><h1>Connect application</h1>
        <a href="${callback}?token=${token}">Yes, allow access</a> <a href="${callback}">No, thanks</a></html>`)
}

/** The signature as specified in https://www.last.fm/api/authspec#8. */
function signed(parameters: Record<string, string>): string {
  const names = Object.keys(parameters).toSorted((one, other) => (one < other ? -1 : 1))
  const text = names.map((name) => name + (parameters[name] ?? '')).join('')
  return createHash('md5')
    .update(text + API_SECRET)
    .digest('hex')
}
