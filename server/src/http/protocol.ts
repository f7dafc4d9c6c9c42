import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Credential } from '#access/credentials.ts'
import type { Refused } from '#platform/refused.ts'
import type { ReadyJson } from './answer.ts'

/** The parts of a request before the schemas of its route validate them. */
export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * What differs between the protocols of this server: where the credential is, how input is encoded, and how
 * responses and errors are encoded. Access levels, rate limits, size limits and schemas are the same for all
 * and not part of it.
 */
export interface Protocol {
  name: string
  /** Under which methods and paths a route is bound; without it under those that it declares. */
  addressesOf?(route: RouteShape): { methods: HTTPMethods[]; paths: string[] }
  /** Headers of every response; a handler must not change them. */
  headers?: Readonly<Record<string, string>>
  /** The longest request target, bytes, where it differs from that of our own API. */
  urlMaxBytes?: number
  /**
   * Whether the credential of this request may be in its body. Such a request passes the gate after its body was
   * read.
   */
  hasCredentialInBody?(request: FastifyRequest): boolean
  /**
   * The credential that a request may use on this route.
   * @throws Refused
   */
  credentialOf(request: FastifyRequest, route: RouteShape): Credential | undefined
  /**
   * Called when a credential that the route requires has no account, before the request is rejected.
   * @throws Refused
   */
  credentialFailed?(request: FastifyRequest, credential: Credential): Promise<void>
  /** Content types that it accepts beside JSON and forms with files, each with its parser. */
  bodyParsers?: Readonly<Record<string, (text: string) => unknown>>
  /**
   * Rejects a body that the route does not accept, by its headers, before a byte of it is read.
   * @throws Refused
   */
  checkBody(request: FastifyRequest, route: RouteShape): void
  /** @throws Refused */
  readInput(request: FastifyRequest, route: RouteShape): RawInput
  /** Sends what a handler returned; it contains only the fields that the route declares. */
  sendAnswer(request: FastifyRequest, reply: FastifyReply, route: RouteShape, answer: unknown): void
  /** Sends JSON that the handler has serialised itself. */
  sendJson(request: FastifyRequest, reply: FastifyReply, route: RouteShape, answer: ReadyJson): void
  /** Sends a refusal or a fault in the format of the protocol. */
  sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused): void
}
