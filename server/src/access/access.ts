import {
  emailUnverified,
  forbidden,
  invalidInput,
  keyRequired,
  unauthenticated,
} from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { type Caller, hasKey } from './caller.ts'
import { tokenInCookie } from './session-cookie.ts'

/** What a request shows of itself: a session token, or a ticket that is good for media only. */
export type Credential = { kind: 'session'; token: string } | { kind: 'ticket'; ticket: string }

/** Finds whose credential it is; auth gives this function. For media it may be as of half a second ago. */
export type FindCaller = (credential: Credential, call: { isMedia: boolean }) => Promise<Caller | undefined>

const TICKET_START = 'mt_'

/**
 * The credential a request may use on this route: the bearer header everywhere; on media also the query and the cookie,
 * and the cookie alone where a window opens the route as its page.
 * A ticket counts on media only. See docs/product.md §5.2. @throws Refused `invalidInput` for two of them in one query
 */
export function credentialOf(
  request: FastifyRequest,
  route: RouteShape,
  cookieName: string,
): Credential | undefined {
  const bearer = /^Bearer ([\w-]{1,512}(?:\.[\w-]{1,512})*)$/.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined)
    return bearer.startsWith(TICKET_START) ? undefined : { kind: 'session', token: bearer }
  if (route.media !== true && route.inBrowser !== true) return undefined
  const query: unknown = request.query
  if (route.media === true && typeof query === 'object' && query !== null) {
    const given = [valueOf(query, 'token'), valueOf(query, 'auth')].filter((value) => value !== undefined)
    const [value] = given
    if (given.length > 1 || Array.isArray(value)) throw new Refused(invalidInput)
    if (typeof value === 'string') {
      return value.startsWith(TICKET_START)
        ? { kind: 'ticket', ticket: value }
        : { kind: 'session', token: value }
    }
  }
  const token = tokenInCookie(request.headers, cookieName)
  return token === undefined ? undefined : { kind: 'session', token }
}

function valueOf(query: object, name: string): unknown {
  return Object.hasOwn(query, name) ? Object.getOwnPropertyDescriptor(query, name)?.value : undefined
}

/** `sessionEnd`: why the session is over whose token was shown. @throws Refused `unauthenticated`, `emailUnverified`, `keyRequired` or `forbidden` */
export function requireAccess(
  { access, refusals = [] }: Pick<RouteShape, 'access' | 'refusals'>,
  caller: Caller | undefined,
  sessionEnd?: SessionEndReason,
): void {
  if (access === 'public') return
  if (caller === undefined) {
    // Some calls say it in words of their own.
    const inItsWords = refusals.find(({ code }) => code === unauthenticated.code)
    throw new Refused(inItsWords ?? unauthenticated, sessionEnd && { facts: { sessionEnd } })
  }
  if (access === 'auth') return
  if (!caller.emailVerified) throw new Refused(emailUnverified)
  if (access === 'key' && !hasKey(caller)) throw new Refused(keyRequired)
  if (access === 'admin' && !caller.isAdmin) throw new Refused(forbidden)
}
