import { type Access, ACCESS_LEVELS, type RouteShape } from '@tonarchiv/contract/route'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireAccess, requireConfirmation } from '#access/access.ts'
import type { Caller } from '#access/caller.ts'
import type { FindCaller } from '#access/credentials.ts'
import type { CallLimits } from './call-limits.ts'
import { bodyLimitOf, largeBodies, SMALL_BODY_BYTES } from './large-bodies.ts'
import type { Protocol } from './protocol.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access level of the route. If a route has none, the server does not start. */
    access?: Access
    onMediaHost?: boolean
    /** Maximum length of the request target in bytes, if it differs from `URL_MAX_BYTES`. */
    urlMaxBytes?: number
  }
  interface FastifyRequest {
    /** The authenticated account; undefined on public routes without a valid credential. */
    caller: Caller | undefined
    /**
     * Checks again whether the caller has access. Call it after a body that took long to arrive.
     * @throws Refused with the refusals of the gate
     */
    requireAccessStill: () => Promise<void>
  }
}

interface GateSettings {
  findCaller: FindCaller
  /** Finds the reason why the session of an unknown token has ended. */
  findSessionEndReason: (token: string) => Promise<SessionEndReason>
  limits: CallLimits
  now: () => Date
  /** Awaited before each call. */
  beforeCall?: () => Promise<void>
  /**
   * Called when an account without admin rights calls a route for admins. `call` is the method and path of the route.
   */
  onRefusedAdmin?: (caller: Caller, request: FastifyRequest, call: string) => Promise<void>
}

/**
 * The checks that every request passes before its body is read, in every protocol. If the body contains the credential,
 * only its type and size are checked before it is read.
 */
export interface Gate {
  /**
   * Checks whether a body that contains the credential may be read.
   * @throws Refused when its type or size is wrong, or when too many large bodies are being sent
   */
  admitBody(request: FastifyRequest, reply: FastifyReply, route: RouteShape, protocol: Protocol): void
  /**
   * Finds the caller, checks the access level and the rate limits, and counts the call.
   * @throws Refused when the caller may not call the route, or calls it too often
   */
  admit(request: FastifyRequest, reply: FastifyReply, route: RouteShape, protocol: Protocol): Promise<void>
  /** All bound routes of all protocols. */
  routes: RouteShape[]
}

/**
 * The error for a route without an access level, with which the server does not start. See
 * docs/security-requirements.md P-01.
 */
export class RouteWithoutPolicy extends Error {
  constructor(path: string) {
    super(`The route ${path} declares no access level`)
    this.name = 'RouteWithoutPolicy'
  }
}

/** Installs the gate for all routes of this server. `createBind` binds the routes. */
export function openGate(server: FastifyInstance, settings: GateSettings): Gate {
  const { findCaller, findSessionEndReason, limits, now, beforeCall, onRefusedAdmin } = settings
  const large = largeBodies()
  // Large bodies of callers without an account are counted separately, so that they cannot keep members from sending
  // theirs.
  const largeAnonymous = largeBodies()
  server.decorateRequest('caller', undefined)
  server.decorateRequest('requireAccessStill', async () => {})
  // A route that was registered without `bind` has no access level. It makes the start of the server fail.
  server.addHook('onRoute', ({ path, config }) => {
    if (!ACCESS_LEVELS.some((level) => level === config?.access)) throw new RouteWithoutPolicy(path)
  })

  return {
    routes: [],
    admitBody: (request, reply, route, protocol) => {
      protocol.checkBody(request, route)
      if (bodyLimitOf(route) > SMALL_BODY_BYTES) largeAnonymous.admit(request, reply)
    },
    admit: async (request, reply, route, protocol) => {
      await beforeCall?.()
      const credential = protocol.credentialOf(request, route)
      const shown = { isMedia: route.media === true }
      const caller = credential && (await findCaller(credential, shown))
      request.caller = caller
      const pass = async (who: Caller | undefined) => {
        const isOver = who === undefined && credential?.kind === 'session' && route.access !== 'public'
        requireAccess(route, who, isOver ? await findSessionEndReason(credential.token) : undefined)
        if (route.confirmation !== undefined && who !== undefined)
          requireConfirmation(route.confirmation, who, now())
      }
      if (route.multipart !== undefined || route.tus === true) {
        request.requireAccessStill = async () => pass(credential && (await findCaller(credential, shown)))
      }
      limits.count(request, route, caller)
      if (route.access === 'admin' && caller?.isAdmin === false && caller.lacksFactor !== true)
        await onRefusedAdmin?.(caller, request, `${route.method} ${route.path}`)
      if (credential !== undefined && caller === undefined && route.access !== 'public')
        await protocol.credentialFailed?.(request, credential)
      await pass(caller)
      protocol.checkBody(request, route)
      if (route.body !== undefined && bodyLimitOf(route) > SMALL_BODY_BYTES) large.admit(request, reply)
    },
  }
}
