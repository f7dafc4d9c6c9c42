import { urlTooLong, headersTooLarge, invalidInput, notFound, unknownHost } from '@tonarchiv/contract/refusal'
import { CHUNK_TYPE } from '@tonarchiv/contract/uploads'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { JSON_TYPE } from './json-api.ts'
import { handleBrokenRequests } from './broken-requests.ts'
import { handleErrors, sendRefusal } from './errors.ts'
import { allowedHosts } from './pages/allowed-hosts.ts'
import { SMALL_BODY_BYTES } from './large-bodies.ts'
import { mediaOriginHeaders } from './pages/page-headers.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { URL_MAX_BYTES, HEADERS_MAX } from './request-bounds.ts'
import { cutSlowBodies } from './slow-bodies.ts'

/** The HTTP server with its habits: limits, headers, error answers, log lines. No routes yet. */
export function createHttpServer({ config, log }: Pick<Services, 'config' | 'log'>): FastifyInstance {
  const isHttps = config.publicUrl.startsWith('https:')
  const hasMediaOrigin = config.mediaUrl !== undefined
  const mediaOrigin = mediaOriginHeaders(config.publicUrl)
  const isAllowedHost = allowedHosts(config)
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One logger for all: making one for each request costs as much as the line that it writes.
    childLoggerFactory: (logger) => logger,
    bodyLimit: SMALL_BODY_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: URL_MAX_BYTES, querystringParser: parseQuery },
    // An address that cannot be decoded never reaches a route or a hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(isHttps, request.id))
      sendRefusal(request, reply, new Refused(invalidInput))
    },
    clientErrorHandler: handleBrokenRequests(isHttps),
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      // By itself Node looks every thirty seconds only.
      connectionsCheckingInterval: 1000,
      requestTimeout: 0,
      keepAliveTimeout: 72_000,
      // Node would answer with nothing; below it is refused with a text like everything else.
      requireHostHeader: false,
    },
  })
  // One more than is taken: of what is beyond it Node says nothing.
  server.server.maxHeadersCount = HEADERS_MAX + 1
  // Whoever expects something that nobody knows is answered without it.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  acceptOnlyJson(server)
  handleErrors(server)
  cutSlowBodies(server)

  closeUnused(server)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(isHttps, request.id))
    if (hasMediaOrigin && request.routeOptions.config.onMediaHost === true) reply.headers(mediaOrigin)
    if (Buffer.byteLength(request.url) > URL_MAX_BYTES) return done(new Refused(urlTooLong))
    if (request.raw.rawHeaders.length > 2 * HEADERS_MAX) return done(new Refused(headersTooLarge))
    const { host } = request.headers
    if (request.raw.httpVersion === '1.1' && host === undefined) return done(new Refused(invalidInput))
    if (host !== undefined && !isAllowedHost(host)) return done(new Refused(unknownHost))
    // No name holds this letter, and PostgreSQL would take it for a fault.
    return request.url.includes('%00') ? done(new Refused(notFound)) : done()
  })
  // Route patterns, never addresses: titles and tokens stand in those.
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.caller?.id,
      },
      'answered',
    )
    done()
  })
  return server
}

/**
 * Ends connections with the server that nobody waits on: those that fall idle while it closes, and those that a
 * browser opened ahead and has not used. Otherwise each would hold the server until its time is up.
 */
function closeUnused(app: FastifyInstance): void {
  const { server } = app
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  server.on('upgrade', ({ socket }: { socket: Socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    }, 50)
    server.once('close', () => clearInterval(timer))
  })
}

/** Repeated names stay visible as lists, so that a schema for one value refuses them. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (typeof before === 'string') query[name] = [before, value]
    else before.push(value)
  }
  return query
}

function acceptOnlyJson(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  // Many clients name the type also where they send nothing; a call that wants a body refuses it without one.
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null) : parseJson(request, body.toString(), done),
  )
  // Forms with files, and files in chunks, are read where they are wanted.
  for (const type of ['multipart/form-data', CHUNK_TYPE])
    server.addContentTypeParser(type, (_request, _body, done) => done(null))
}
