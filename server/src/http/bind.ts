import { bodyTooLarge, unsupportedMedia } from '@tonarchiv/contract/refusal'
import {
  type Access,
  ACCESS_LEVELS,
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type RouteShape,
} from '@tonarchiv/contract/route'
import { PIECE_TYPE } from '@tonarchiv/contract/uploads'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { credentialOf, type FindCaller, requireAccess } from '#access/access.ts'
import { pickerOf, ReadyJson } from './answer.ts'
import type { Caller, CallerOf } from '#access/caller.ts'
import { parseInput, refuseUnusableJson } from './input.ts'
import type { CallLimits } from './call-limits.ts'
import { largeBodies, SMALL_BODY_BYTES } from './large-bodies.ts'
import { sessionCookieName } from '#access/session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; without it the server does not start. */
    access?: Access
    onMediaHost?: boolean
  }
  interface FastifyRequest {
    /** Who calls, as far as the route let anybody be found. */
    caller: Caller | undefined
    /** Asks anew whether the caller may still do this, after a body that took its time. @throws Refused as at the gate */
    requireAccessStill: () => Promise<void>
  }
}

/** What a handler gets: the caller and the validated parts that its route declares. */
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
) => Promise<R['answer'] extends 'bytes' ? FastifyReply : AnswerOf<R> | ReadyJson | FastifyReply>

/** Says no to whoever opens a route as a page; the reply already has its status. */
type RefusedPage = (refused: Refused, reply: FastifyReply) => FastifyReply

/**
 * Ties a route of the contract to the function that answers it. With `refusedPage` a browser that asks for a page is
 * refused by one; every other caller by the one error body.
 */
export type Bind = <R extends RouteShape>(route: R, handler: Handler<R>, refusedPage?: RefusedPage) => void

interface Gate {
  findCaller: FindCaller
  /** Why the session of a token is over that belongs to nobody. */
  whySessionEnded: (token: string) => Promise<SessionEndReason>
  limits: CallLimits
  publicUrl: string
  /** Hears of whoever asks for an act of admins without being one, by method and path of the route. */
  onRefusedAdmin?: (caller: Caller, request: FastifyRequest, call: string) => Promise<void>
}

/** A route without a policy; the server does not start with one. See docs/security-requirements.md P-01. */
export class RouteWithoutPolicy extends Error {
  constructor(path: string) {
    super(`The route ${path} declares no access level`)
    this.name = 'RouteWithoutPolicy'
  }
}

/** Makes `bind` for this server; `routes` collects what was bound. */
export function makeBind(server: FastifyInstance, gate: Gate): { bind: Bind; routes: RouteShape[] } {
  const routes: RouteShape[] = []
  const cookieName = sessionCookieName(gate.publicUrl)
  const large = largeBodies()
  server.decorateRequest('caller', undefined)
  server.decorateRequest('requireAccessStill', async () => {})
  // Whatever is registered past `bind` has declared nothing, so the server refuses to start.
  server.addHook('onRoute', ({ path, config }) => {
    if (!ACCESS_LEVELS.some((level) => level === config?.access)) throw new RouteWithoutPolicy(path)
  })

  const bind: Bind = (route, handler, refusedPage) => {
    routes.push(route)
    const pick = typeof route.answer === 'string' ? undefined : pickerOf(route.answer)
    server.route({
      method: route.method,
      url: route.path,
      bodyLimit: bodyLimitOf(route),
      config: { access: route.access, onMediaHost: route.onMediaHost === true },
      onRequest: async (request, reply) => {
        const credential = credentialOf(request, route, cookieName)
        const isMedia = route.media === true
        const caller = credential && (await gate.findCaller(credential, { isMedia }))
        request.caller = caller
        const pass = async (who: Caller | undefined) => {
          const isOver = who === undefined && credential?.kind === 'session' && route.access !== 'public'
          requireAccess(route, who, isOver ? await gate.whySessionEnded(credential.token) : undefined)
        }
        if (route.multipart !== undefined || route.tus === true) {
          request.requireAccessStill = async () =>
            pass(credential && (await gate.findCaller(credential, { isMedia })))
        }
        gate.limits.count(request, route, caller)
        if (route.access === 'admin' && caller?.isAdmin === false)
          await gate.onRefusedAdmin?.(caller, request, `${route.method} ${route.path}`)
        await pass(caller)
        refuseWrongBody(request, route)
        if (route.body !== undefined && bodyLimitOf(route) > SMALL_BODY_BYTES) large.admit(request, reply)
      },
      handler: async (request, reply) => {
        if (route.body !== undefined) refuseUnusableJson(request.body)
        const call = {
          caller: request.caller,
          params: route.params && parseInput(route.params, request.params),
          query: route.query && parseInput(route.query, request.query),
          body: route.body && parseInput(route.body, request.body),
          request,
          reply,
        }
        // The parts were checked above against the very schemas from which their types are made.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const answer = await handler(call as Call<typeof route>)
        // A reply that the handler has sent itself is over by now: waiting for it means waiting for its end.
        if (reply.sent || pick === undefined) return reply
        return reply
          .status(route.status ?? 200)
          .type('application/json; charset=utf-8')
          .send(answer instanceof ReadyJson ? answer.json : JSON.stringify(pick(answer)))
      },
      ...(refusedPage && {
        errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
          const wantsPage = request.headers.accept?.includes('text/html') === true
          if (!wantsPage || !(error instanceof Refused)) throw error
          void refusedPage(error, reply.status(error.refusal.status))
        },
      }),
    })
  }
  return { bind, routes }
}

/** `charset` may be quoted: the framework shows it so to its parsers. RFC 9110, section 8.3. */
export const JSON_TYPE = /^application\/json(?:; ?charset=(?:utf-8|"utf-8"))?$/i

function bodyLimitOf({ bodyLimitBytes = SMALL_BODY_BYTES }: RouteShape): number {
  return bodyLimitBytes
}

/** The body's type and announced size are judged before a byte of it is read. */
function refuseWrongBody(request: FastifyRequest, route: RouteShape): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const type = request.headers['content-type']
  if (route.multipart !== undefined) {
    if (type?.startsWith('multipart/form-data;') !== true) throw new Refused(unsupportedMedia)
    return
  }
  if (route.tus === true && request.method === 'PATCH' && type !== PIECE_TYPE)
    throw new Refused(unsupportedMedia)
  if (route.body !== undefined && !JSON_TYPE.test(type ?? '')) {
    throw new Refused(unsupportedMedia)
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitOf(route)) throw new Refused(bodyTooLarge)
}
