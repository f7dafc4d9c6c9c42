import type { ResponseOf, BodyOf, ParamsOf, QueryOf, RouteShape } from '@tonarchiv/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { CallerOf } from '#access/caller.ts'
import { Refused } from '#platform/refused.ts'
import { pickerOf, ReadyJson } from './answer.ts'
import { clearForRefusal, refusedBy } from './errors.ts'
import type { Gate } from './gate.ts'
import { parseInput } from './input.ts'
import { bodyLimitOf, SMALL_BODY_BYTES } from './large-bodies.ts'
import type { Protocol } from './protocol.ts'
import { type RouteSteps, sharedRoutes } from './shared-routes.ts'

/** What a handler receives: the caller and the validated parts that its route declares. */
export interface Call<R extends RouteShape> {
  caller: CallerOf<R['access']>
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<R extends RouteShape> = (
  call: Call<R>,
) => Promise<R['answer'] extends 'bytes' ? FastifyReply : ResponseOf<R> | ReadyJson | FastifyReply>

/** Sends an error page to a browser that opens a route as a page; the status of the reply is already set. */
type RefusedPage = (refused: Refused, reply: FastifyReply) => FastifyReply

/**
 * Binds a route of the contract to its handler. With `refusedPage` a browser that requests a page gets an
 * error page; every other caller gets the JSON error body.
 */
export type Bind = <R extends RouteShape>(route: R, handler: Handler<R>, refusedPage?: RefusedPage) => void

/**
 * Makes `bind` for one protocol. `server` may be an encapsulated Fastify scope, in which only the body types of the
 * protocol are parsed.
 */
export function createBind(server: FastifyInstance, gate: Gate, protocol: Protocol): Bind {
  const shared = sharedRoutes()
  return (route, handler, refusedPage) => {
    gate.routes.push(route)
    const { methods, paths, wildcard } = protocol.addressesOf?.(route) ?? {
      methods: [route.method],
      paths: [route.path],
    }
    const steps = stepsOf({ gate, protocol, route, handler, refusedPage })
    // Only routes with the small limit can share a route of Fastify, which has one limit for each of its routes.
    // Fastify itself enforces that limit on a body of unknown length.
    if (wildcard !== undefined && bodyLimitOf(route) === SMALL_BODY_BYTES) {
      shared.add({ methods, paths, steps })
      return
    }
    const { urlMaxBytes } = protocol
    for (const url of paths) {
      const { stepsFor, routeFor } = shared.under(url, steps)
      const options: Omit<RouteOptions, 'url'> = {
        method: methods,
        bodyLimit: bodyLimitOf(route),
        config: {
          access: route.access,
          onMediaHost: route.onMediaHost === true,
          ...(urlMaxBytes !== undefined && { urlMaxBytes }),
          ...(routeFor && { routeFor }),
        },
        onRequest: async (request, reply) => stepsFor(request).admit(request, reply),
        ...(protocol.hasCredentialInBody && {
          preValidation: async (request, reply) => stepsFor(request).admitLate(request, reply),
        }),
        handler: async (request, reply) => stepsFor(request).answer(request, reply),
        errorHandler: (error, request, reply) => stepsFor(request).refuse(error, request, reply),
      }
      server.route({ ...options, url })
    }
  }
}

/** The steps in which one route handles a request. */
function stepsOf<R extends RouteShape>({
  gate,
  protocol,
  route,
  handler,
  refusedPage,
}: {
  gate: Gate
  protocol: Protocol
  route: R
  handler: Handler<R>
  refusedPage: RefusedPage | undefined
}): RouteSteps {
  const pick = typeof route.answer === 'string' ? undefined : pickerOf(route.answer)
  const isLate = (request: FastifyRequest) => protocol.hasCredentialInBody?.(request) === true
  return {
    admit: async (request, reply) =>
      isLate(request)
        ? gate.admitBody(request, reply, route, protocol)
        : gate.admit(request, reply, route, protocol),
    admitLate: async (request, reply) => {
      if (isLate(request)) await gate.admit(request, reply, route, protocol)
    },
    answer: async (request, reply) => {
      const { params, query, body } = protocol.readInput(request, route)
      const call = {
        caller: request.caller,
        params: route.params && parseInput(route.params, params),
        query: route.query && parseInput(route.query, query),
        body: route.body && parseInput(route.body, body),
        request,
        reply,
      }
      // The schemas that have validated these values are the ones from which their types are made.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const answer = await handler(call as Call<typeof route>)
      // A handler that has sent the reply itself returns it. Fastify then waits for the end of the reply.
      if (reply.sent || pick === undefined) return reply
      if (answer instanceof ReadyJson) protocol.sendJson(request, reply, route, answer)
      else protocol.sendAnswer(request, reply, route, pick(answer))
      return reply
    },
    refuse: (error, request, reply) => {
      const refused = refusedBy(error, request)
      const isPage = request.headers.accept?.includes('text/html') === true && error instanceof Refused
      clearForRefusal(reply, refused)
      // Sets the headers of the protocol, because the request may have been rejected before the protocol's hooks ran.
      if (protocol.headers !== undefined) reply.headers(protocol.headers)
      if (refusedPage !== undefined && isPage) void refusedPage(refused, reply.status(refused.refusal.status))
      else protocol.sendRefusal(request, reply, refused)
    },
  }
}

/**
 * Opens an encapsulated Fastify scope in which the body types of the protocol are parsed. The scope is loaded when the
 * server becomes ready.
 */
export function openScope(
  server: FastifyInstance,
  { bodyParsers = {}, headers }: Protocol,
  register: (scope: FastifyInstance) => void,
): void {
  void server.register(async (scope) => {
    for (const [type, parse] of Object.entries(bodyParsers)) {
      // The scope has its own copy of the parsers of the server.
      if (scope.hasContentTypeParser(type)) scope.removeContentTypeParser(type)
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, text, done) => {
        done(null, parse(text.toString()))
      })
    }
    if (headers !== undefined)
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.headers(headers)
        done()
      })
    register(scope)
  })
}
