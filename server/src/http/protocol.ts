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
 * The parts in which the protocols of this server differ: where the credential is, how input is encoded, and how
 * responses and errors are encoded. Access levels, rate limits, size limits and schemas are not part of it, because
 * they are the same for all protocols.
 */
export interface Protocol {
  name: string
  /**
   * Returns the methods and paths under which a route is bound. Without this function a route is bound under the method
   * and path that it declares. With `wildcard`, the path of another route of the protocol, the paths share the Fastify
   * route of that wildcard.
   */
  addressesOf?(route: RouteShape): { methods: HTTPMethods[]; paths: string[]; wildcard?: string }
  /** Headers of every response; a handler must not change them. */
  headers?: Readonly<Record<string, string>>
  /** Maximum length of the request target in bytes, where it differs from that of our own API. */
  urlMaxBytes?: number
  /**
   * Whether the credential of this request may be in its body. Such a request passes the gate only after its body was
   * read.
   */
  hasCredentialInBody?(request: FastifyRequest): boolean
  /**
   * Finds the credential that a request may use on this route.
   * @throws Refused
   */
  credentialOf(request: FastifyRequest, route: RouteShape): Credential | undefined
  /**
   * Called when a credential belongs to no account although the route requires one, before the request is rejected.
   * @throws Refused
   */
  credentialFailed?(request: FastifyRequest, credential: Credential): Promise<void>
  /** Content types that the protocol accepts besides JSON and forms with files, each with its parser. */
  bodyParsers?: Readonly<Record<string, (text: string) => unknown>>
  /**
   * Checks by its headers whether the route accepts a body, before a byte of the body is read.
   * @throws Refused
   */
  checkBody(request: FastifyRequest, route: RouteShape): void
  /** @throws Refused */
  readInput(request: FastifyRequest, route: RouteShape): RawInput
  /** Sends the value that a handler has returned. It contains only the fields that the route declares. */
  sendAnswer(request: FastifyRequest, reply: FastifyReply, route: RouteShape, answer: unknown): void
  /** Sends JSON that the handler has serialised itself. */
  sendJson(request: FastifyRequest, reply: FastifyReply, route: RouteShape, answer: ReadyJson): void
  /** Sends a refusal or a fault in the format of the protocol. */
  sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused): void
}
