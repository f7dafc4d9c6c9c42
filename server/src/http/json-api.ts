import { bodyTooLarge, invalidInput, unsupportedMedia } from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import { CHUNK_TYPE } from '@tonarchiv/contract/uploads'
import type { FastifyRequest } from 'fastify'
import type { Credential } from '#access/credentials.ts'
import { sessionCookieName, tokenInCookie } from '#access/session-cookie.ts'
import { Refused } from '#platform/refused.ts'
import { sendErrorBody } from './errors.ts'
import { refuseUnusableJson } from './input.ts'
import { bodyLimitOf } from './large-bodies.ts'
import type { Protocol } from './protocol.ts'

/**
 * The content type of JSON. `charset` may be quoted, and Fastify passes it to its parsers in that form (RFC 9110,
 * section 8.3).
 */
export const JSON_TYPE = /^application\/json(?:; ?charset=(?:utf-8|"utf-8"))?$/i
const JSON_ANSWER = 'application/json; charset=utf-8'

const TICKET_START = 'mt_'

/**
 * Finds the credential that a request may use on this route. The bearer header is accepted on all routes. Media routes
 * also accept the query and the cookie. A media route that a window opens as its page accepts only the cookie. A media
 * ticket is valid on media routes only. See docs/product.md §5.2.
 * @throws Refused `invalidInput` when the query contains two credentials
 */
function credentialOf(
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
        ? { kind: 'mediaTicket', ticket: value }
        : { kind: 'session', token: value }
    }
  }
  const token = tokenInCookie(request.headers, cookieName)
  return token === undefined ? undefined : { kind: 'session', token }
}

function valueOf(query: object, name: string): unknown {
  return Object.hasOwn(query, name) ? Object.getOwnPropertyDescriptor(query, name)?.value : undefined
}

/** Rejects a body of a wrong type or with a wrong declared size before a byte of it is read. */
function refuseWrongBody(request: FastifyRequest, route: RouteShape): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const type = request.headers['content-type']
  if (route.multipart !== undefined) {
    if (type?.startsWith('multipart/form-data;') !== true) throw new Refused(unsupportedMedia)
    return
  }
  if (route.tus === true && request.method === 'PATCH' && type !== CHUNK_TYPE)
    throw new Refused(unsupportedMedia)
  if (route.body !== undefined && !JSON_TYPE.test(type ?? '')) {
    throw new Refused(unsupportedMedia)
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitOf(route)) throw new Refused(bodyTooLarge)
}

/** Our own API. It has sessions and tickets, JSON requests and responses, and one form of error bodies. */
export function jsonApi(publicUrl: string): Protocol {
  const cookieName = sessionCookieName(publicUrl)
  return {
    name: 'json',
    credentialOf: (request, route) => credentialOf(request, route, cookieName),
    checkBody: refuseWrongBody,
    readInput: ({ params, query, body }, route) => {
      if (route.body !== undefined) refuseUnusableJson(body)
      return { params, query, body }
    },
    sendAnswer: (_request, reply, route, answer) => {
      void reply
        .status(route.status ?? 200)
        .type(JSON_ANSWER)
        .send(JSON.stringify(answer))
    },
    sendJson: (_request, reply, route, { json }) => {
      void reply
        .status(route.status ?? 200)
        .type(JSON_ANSWER)
        .send(json)
    },
    sendRefusal: (request, reply, refused) => void sendErrorBody(request, reply, refused),
  }
}
