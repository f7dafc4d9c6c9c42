import type { ResponseOf, BodyOf, ParamsOf, QueryOf, RouteShape } from '@tonarchiv/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { CallerOf } from '#access/caller.ts'
import { Refused } from '#platform/refused.ts'
import { pickerOf, ReadyJson } from './answer.ts'
import { clearForRefusal, refusedBy } from './errors.ts'
import type { Gate } from './gate.ts'
import { parseInput } from './input.ts'
import { bodyLimitOf } from './large-bodies.ts'
import type { Protocol } from './protocol.ts'

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
  return (route, handler, refusedPage) => {
    gate.routes.push(route)
    const pick = typeof route.answer === 'string' ? undefined : pickerOf(route.answer)
    const { methods, paths } = protocol.addressesOf?.(route) ?? {
      methods: [route.method],
      paths: [route.path],
    }
    const { urlMaxBytes } = protocol
    const isLate = (request: FastifyRequest) => protocol.hasCredentialInBody?.(request) === true
    const options: Omit<RouteOptions, 'url'> = {
      method: methods,
      bodyLimit: bodyLimitOf(route),
      config: {
        access: route.access,
        onMediaHost: route.onMediaHost === true,
        ...(urlMaxBytes !== undefined && { urlMaxBytes }),
      },
      onRequest: async (request, reply) =>
        isLate(request)
          ? gate.admitBody(request, reply, route, protocol)
          : gate.admit(request, reply, route, protocol),
      ...(protocol.hasCredentialInBody && {
        preValidation: async (request, reply) => {
          if (isLate(request)) await gate.admit(request, reply, route, protocol)
        },
      }),
      handler: async (request, reply) => {
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
      errorHandler: (error, request, reply) => {
        const refused = refusedBy(error, request)
        const isPage = request.headers.accept?.includes('text/html') === true && error instanceof Refused
        clearForRefusal(reply, refused)
        // Sets the headers of the protocol, because the request may have been rejected before the protocol's hooks ran.
        if (protocol.headers !== undefined) reply.headers(protocol.headers)
        if (refusedPage !== undefined && isPage)
          void refusedPage(refused, reply.status(refused.refusal.status))
        else protocol.sendRefusal(request, reply, refused)
      },
    }
    for (const url of paths) server.route({ ...options, url })
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
    for (const [type, parse] of Object.entries(bodyParsers))
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, text, done) => {
        done(null, parse(text.toString()))
      })
    if (headers !== undefined)
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.headers(headers)
        done()
      })
    register(scope)
  })
}
