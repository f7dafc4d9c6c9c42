import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { SOCKET_CLOSED, SOCKET_MESSAGE_MAX_BYTES, SOCKET_PATH } from '@tonarchiv/contract/realtime'
import type { ToBrowser } from '@tonarchiv/contract/realtime'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FindCaller } from '#access/credentials.ts'
import { clientSubnetOf } from '#http/client-address.ts'
import { URL_MAX_BYTES, HEADERS_MAX } from '#http/request-bounds.ts'
import { sessionCookieName, tokenInCookie } from '#access/session-cookie.ts'
import type { Services } from '#services.ts'
import { addressFinder } from './forwarded-address.ts'
import { FixedWindows } from '#rate-limits/fixed-windows.ts'
import { type TokenBucketRules, sharedTokenBucket } from '#rate-limits/shared-token-bucket.ts'
import type { Sockets } from './sockets.ts'

/**
 * Maximum number of failed handshakes of one client subnet within a minute. Further handshakes are rejected without a
 * check.
 */
const FAILURES_MAX = 120
const FAILURES_WINDOW_MS = 60_000
const FAILING_SUBNETS_MAX = 10_000
/**
 * Maximum number of handshakes of one client subnet, at once and per second, whether they succeed or not. Each
 * handshake costs a query and a list of all members.
 */
const OF_SUBNET = { burst: 600, perSecond: 10 }
const OF_ACCOUNT = { burst: 30, perSecond: 1 }
/** How long a rejected socket may take to answer its close frame before it is terminated. */
const CLOSE_WITHIN_MS = 2000

interface Needs extends Pick<Services, 'bus' | 'config' | 'log'> {
  findCaller: FindCaller
  /** Finds the reason why the session of this token has ended. Called only for a token without an active session. */
  findSessionEndReason: (token: string) => Promise<SessionEndReason>
  sockets: Sockets
}

/**
 * Handles WebSocket upgrades of browsers: checks origin and session, completes the handshake, and adds the
 * socket. See docs/product.md §19.1.
 */
export function handleUpgrades(
  server: Server,
  { bus, config, log, findCaller, findSessionEndReason, sockets }: Needs,
): void {
  const handshaker = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_MESSAGE_MAX_BYTES,
    maxFragments: 16,
    maxBufferedChunks: 64,
  })
  const cookieName = sessionCookieName(config.publicUrl)
  const publicOrigin = new URL(config.publicUrl).origin
  const clientAddressOf = addressFinder(config.trustedProxies)
  const factor = config.rateLimitFactor
  const failures = new FixedWindows(FAILING_SUBNETS_MAX)
  const bySubnet = sharedTokenBucket(bus, 'handshakes.subnet', multiplied(OF_SUBNET, factor))
  const byAccount = sharedTokenBucket(bus, 'handshakes.account', multiplied(OF_ACCOUNT, factor))

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const target = targetOf(request)
    if ('refusal' in target) return refuse(stream, target.refusal)
    if (sockets.isClosing()) return refuse(stream, '503 Service Unavailable')
    const clientSubnet = clientSubnetOf(clientAddressOf(request))
    const secondsOfSubnet = bySubnet.consume(clientSubnet)
    if (secondsOfSubnet > 0) return refuse(stream, '429 Too Many Requests', secondsOfSubnet)
    const { origin } = request.headers
    // `Origin` is set by the browser and can be trusted. The `Host` header proves nothing, because any name can resolve
    // to this server.
    if (origin !== undefined && origin !== publicOrigin) return refuse(stream, '403 Forbidden')
    if ((failures.running(clientSubnet, performance.now())?.count ?? 0) >= FAILURES_MAX * factor)
      return refuse(stream, '429 Too Many Requests')

    const requestedAt = performance.now()
    const token = tokenOf(request, target.query, origin === undefined ? undefined : cookieName)
    const caller =
      token === undefined ? undefined : await findCaller({ kind: 'session', token }, { isMedia: false })
    const sessionEnd =
      caller === undefined && token !== undefined ? await findSessionEndReason(token) : undefined
    if (stream.destroyed) return
    const secondsOfAccount = caller === undefined ? 0 : byAccount.consume(caller.id)
    if (secondsOfAccount > 0) return refuse(stream, '429 Too Many Requests', secondsOfAccount)
    handshaker.handleUpgrade(request, stream, head, (socket) => {
      stream.off('error', ignore)
      if (caller === undefined) {
        const now = performance.now()
        failures.count(clientSubnet, 1, { now, endsAt: now + FAILURES_WINDOW_MS })
        if (sessionEnd !== undefined) send(socket, { type: 'sessionEnded', reason: sessionEnd })
        close(socket, SOCKET_CLOSED.noSession)
      } else if (!caller.emailVerified) close(socket, SOCKET_CLOSED.unverified)
      else if (sockets.isFull(clientSubnet)) close(socket, SOCKET_CLOSED.tryLater)
      else
        sockets.add(
          socket,
          stream,
          { userId: caller.id, sessionId: caller.sessionId, clientSubnet },
          requestedAt,
        )
    })
  }

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', ignore)
    admit(request, stream, head).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be opened')
      refuse(stream, '503 Service Unavailable')
    })
  })
}

/** The query of a request for a socket. For any other request, the status with which it is rejected. */
function targetOf({
  url = '',
  rawHeaders,
}: IncomingMessage): { query: URLSearchParams } | { refusal: string } {
  if (rawHeaders.length > 2 * HEADERS_MAX) return { refusal: '431 Request Header Fields Too Large' }
  if (Buffer.byteLength(url) > URL_MAX_BYTES) return { refusal: '414 URI Too Long' }
  // Only an absolute path is accepted, no other form of a request target (RFC 9112 §3.2.1).
  if (!/^\/(?!\/)/.test(url) || !URL.canParse(url, 'http://ours')) return { refusal: '400 Bad Request' }
  const { pathname, searchParams } = new URL(url, 'http://ours')
  return pathname === SOCKET_PATH ? { query: searchParams } : { refusal: '404 Not Found' }
}

/**
 * A handler for errors of a connection that is not open yet. They need no handling, because the client notices them.
 */
function ignore(): void {}

/**
 * The session token from the header, the query or the cookie. Undefined for a media ticket, and when the query has two
 * tokens.
 */
function tokenOf(
  { headers }: IncomingMessage,
  query: URLSearchParams,
  cookieName: string | undefined,
): string | undefined {
  const bearer = /^Bearer ([\w-]{1,512})$/.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  const given = query.getAll('token')
  if (given.length > 0) return given.length === 1 ? given[0] : undefined
  return cookieName === undefined ? undefined : tokenInCookie(headers, cookieName)
}

function multiplied({ burst, perSecond }: TokenBucketRules, factor: number): TokenBucketRules {
  return { burst: burst * factor, perSecond: perSecond * factor }
}

function refuse(stream: Duplex, status: string, retryAfterSeconds?: number): void {
  if (stream.destroyed) return
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${Math.ceil(retryAfterSeconds)}\r\n`
  stream.end(`HTTP/1.1 ${status}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  setTimeout(() => stream.destroy(), CLOSE_WITHIN_MS).unref()
}

function send(socket: WebSocket, message: ToBrowser): void {
  socket.send(JSON.stringify(message))
}

function close(socket: WebSocket, code: number): void {
  socket.on('error', () => {})
  socket.close(code)
  const timer = setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS)
  socket.once('close', () => clearTimeout(timer))
}
