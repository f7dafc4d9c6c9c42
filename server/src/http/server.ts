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
import { SLICES_HEADER } from './delivery/slices.ts'
import { allowedHosts } from './pages/allowed-hosts.ts'
import { SMALL_BODY_BYTES } from './large-bodies.ts'
import { mediaOriginHeaders } from './pages/page-headers.ts'
import { parseQuery } from './query-string.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { URL_MAX_BYTES, HEADERS_MAX } from './request-bounds.ts'
import { listedRoute } from './shared-routes.ts'
import { cutSlowBodies } from './slow-bodies.ts'

/** The HTTP server with its limits, headers, error responses and request log. It has no routes yet. */
export function createHttpServer({ config, log }: Pick<Services, 'config' | 'log'>): FastifyInstance {
  const isHttps = config.publicUrl.startsWith('https:')
  const hasMediaOrigin = config.mediaUrl !== undefined
  const mediaOrigin = mediaOriginHeaders(config.publicUrl)
  const isAllowedHost = allowedHosts(config)
  const isBehindOurNginx = config.storage.delivery === 'accel'
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // All requests share one logger, because creating a logger costs as much as writing the log line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: SMALL_BODY_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: URL_MAX_BYTES, querystringParser: parseQuery },
    // Handles a path that cannot be decoded. Such a request never reaches a route or a hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(isHttps, request.id))
      sendRefusal(request, reply, new Refused(invalidInput))
    },
    clientErrorHandler: handleBrokenRequests(isHttps),
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      // By default Node checks only every thirty seconds.
      connectionsCheckingInterval: 1000,
      requestTimeout: 0,
      keepAliveTimeout: 72_000,
      // Node would reject a request without `Host` with an empty body. The hook below rejects it with a text.
      requireHostHeader: false,
    },
  })
  // One more than the maximum, because Node silently ignores headers beyond this number.
  server.server.maxHeadersCount = HEADERS_MAX + 1
  // A request with an unknown `Expect` header is handled as if it had no such header.
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
    const { urlMaxBytes = URL_MAX_BYTES } = request.routeOptions.config
    if (Buffer.byteLength(request.url) > urlMaxBytes) return done(new Refused(urlTooLong))
    if (request.raw.rawHeaders.length > 2 * HEADERS_MAX) return done(new Refused(headersTooLarge))
    const { host } = request.headers
    if (request.raw.httpVersion === '1.1' && host === undefined) return done(new Refused(invalidInput))
    if (host !== undefined && !isAllowedHost(host)) return done(new Refused(unknownHost))
    if (!isBehindOurNginx && request.headers[SLICES_HEADER] !== undefined)
      delete request.headers[SLICES_HEADER]
    // No name contains NUL, and PostgreSQL would report NUL as a fault.
    return request.url.includes('%00') ? done(new Refused(notFound)) : done()
  })
  logAnswers(server, log)
  return server
}

/** Logs responses by the pattern of their route. URLs are never logged, because they contain titles and tokens. */
function logAnswers(server: FastifyInstance, log: Services['log']): void {
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: listedRoute(request).url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.caller?.id,
      },
      'answered',
    )
    done()
  })
}

/**
 * Closes connections that no request uses: those that become idle while the server closes, and those that a browser
 * opened in advance and has not used. Otherwise each would delay the end of the server until a timeout.
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

const FORM_TYPE = 'application/x-www-form-urlencoded'

function acceptOnlyJson(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  // An empty body is accepted here, because many clients send this header without a body. A call that requires a body
  // rejects the request later.
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null) : parseJson(request, body.toString(), done),
  )
  // Multipart forms and chunks of files are read by the handlers that need them.
  for (const type of ['multipart/form-data', CHUNK_TYPE])
    server.addContentTypeParser(type, (_request, _body, done) => done(null))
  // Such forms are sent by buttons of pages without scripts, and by mail programs for RFC 8058. Their fields are not
  // needed. A call that requires a body has already rejected the request.
  server.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, _body, done) => done(null))
}
