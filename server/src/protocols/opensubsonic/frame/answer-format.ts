import type { FastifyRequest } from 'fastify'
import { Refused } from '#platform/refused.ts'
import { badCallback, parameterMissing, unknownFormat } from './errors.ts'
import { valueOf } from './parameters.ts'

/** The encoding of a response. */
export type AnswerFormat = { kind: 'xml' } | { kind: 'json' } | { kind: 'jsonp'; callback: string }

const XML: AnswerFormat = { kind: 'xml' }
const JSON_FORMAT: AnswerFormat = { kind: 'json' }

/** The name of a function, or of a member of an object. Other expressions are not accepted as a callback. */
const CALLBACK = /^[A-Za-z_$][\w$]{0,63}(?:\.[A-Za-z_$][\w$]{0,63}){0,4}$/

/**
 * The encoding that a request names; XML by default.
 * @throws Refused `unknownFormat`, `badCallback`, `parameterMissing`
 */
export function formatOf(request: FastifyRequest): AnswerFormat {
  const format = valueOf(request, 'f') ?? 'xml'
  if (format === 'xml') return XML
  if (format === 'json') return JSON_FORMAT
  if (format !== 'jsonp') throw new Refused(unknownFormat)
  const callback = valueOf(request, 'callback')
  if (callback === undefined) throw new Refused(parameterMissing, { values: { name: 'callback' } })
  if (!CALLBACK.test(callback)) throw new Refused(badCallback)
  return { kind: 'jsonp', callback }
}

/** The encoding of an error; XML when the request names a wrong encoding. */
export function formatOfError(request: FastifyRequest): AnswerFormat {
  try {
    return formatOf(request)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return valueOf(request, 'f') === 'jsonp' ? JSON_FORMAT : XML
  }
}

/**
 * Old clients that understand only the elements of Subsonic in the XML of an album or song. They stop reading at the
 * first child element that OpenSubsonic has added.
 */
const PLAIN_CLIENTS = /^(?:clementine|dsub)\b/i

/** Whether the client reads XML as Subsonic 1.16 wrote it. */
export function readsPlainXml(request: FastifyRequest): boolean {
  return PLAIN_CLIENTS.test(valueOf(request, 'c') ?? '')
}
