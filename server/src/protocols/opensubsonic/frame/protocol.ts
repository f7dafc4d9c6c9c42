import { bodyTooLarge, unsupportedMedia } from '@tonarchiv/contract/refusal'
import type { FastifyRequest, HTTPMethods } from 'fastify'
import * as z from 'zod/mini'
import { countWrongCredential } from '#features/app-passwords/index.ts'
import { bodyLimitOf } from '#http/large-bodies.ts'
import type { Protocol } from '#http/protocol.ts'
import { parseQuery } from '#http/query-string.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { formatOf } from './answer-format.ts'
import { checkClient, checkEncryption, credentialIn, refusalOfUnknown } from './credentials.ts'
import { PREFIX } from './endpoint.ts'
import { errorOf } from './errors.ts'
import { renderer, type ServerDescription } from './render.ts'

const FORM = 'application/x-www-form-urlencoded'
/** The content type of a form. The value of `charset` may be quoted (RFC 9110, section 8.3). */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:; ?charset=(?:utf-8|"utf-8"))?$/i
/**
 * Maximum length of a URL in bytes. It is large because clients send the ids of a whole playlist or queue in the URL.
 * All headers together may have 16 KiB.
 */
const URL_MAX_BYTES = 12 * 1024
/** An unknown endpoint is answered in the form of the protocol for each of these methods. */
const ALL_METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The path that matches all names without an endpoint. */
export const UNKNOWN_PATH = `${PREFIX}*`

/**
 * The protocol OpenSubsonic. Credentials and parameters are in the query or a form. Responses are XML, JSON or JSONP
 * and have status 200 even for errors. See docs/subsystems/opensubsonic.md.
 */
export function openSubsonicProtocol(services: Services, server: ServerDescription): Protocol {
  const { sendAnswer, sendError } = renderer(server)
  const helpUrl = `${services.config.publicUrl}/settings?tab=apps`

  return {
    name: 'opensubsonic',
    addressesOf: ({ path }) =>
      path === UNKNOWN_PATH
        ? { methods: ALL_METHODS, paths: [path, PREFIX.slice(0, -1)] }
        : { methods: ['GET', 'POST'], paths: [path, `${path}.view`], wildcard: UNKNOWN_PATH },
    // Pages of other sites may call the endpoints. That is safe, because the protocol accepts no cookie, so these pages
    // cannot use a session of the member.
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': '*',
      'access-control-expose-headers': 'content-range, content-length, accept-ranges, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
    },
    urlMaxBytes: URL_MAX_BYTES,
    hasCredentialInBody: ({ method }) => method === 'POST',
    credentialOf: (request, route) => {
      formatOf(request)
      if (route.access === 'public') return undefined
      checkClient(request)
      const credential = credentialIn(request)
      checkEncryption(request, credential, services.config.publicUrl)
      return credential
    },
    credentialFailed: async (request, credential) => {
      if (credential.kind === 'apiKey' || credential.kind === 'appPassword')
        await countWrongCredential(services, credential, request.ip)
      throw refusalOfUnknown(request)
    },
    bodyParsers: { [FORM]: parseQuery },
    checkBody: (request, route) => {
      const { 'content-type': type, 'content-length': length = 0 } = request.headers
      if (hasBody(request) && !FORM_TYPE.test(type ?? '')) throw new Refused(unsupportedMedia)
      if (Number(length) > bodyLimitOf(route)) throw new Refused(bodyTooLarge)
    },
    // Each endpoint reads the parameters that it declares.
    readInput: () => ({ params: undefined, query: undefined, body: undefined }),
    sendAnswer: (request, reply, { answer: shape }, answer) => {
      if (!(shape instanceof z.ZodMiniObject) || typeof answer !== 'object' || answer === null)
        throw new TypeError('An answer without the shape of an object')
      sendAnswer(request, reply, shape, answer)
    },
    sendJson: () => {
      throw new TypeError('Answers are rendered from their shapes')
    },
    sendRefusal: (request, reply, refused) => sendError(request, reply, errorOf(refused, helpUrl)),
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
