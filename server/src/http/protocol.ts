import type { RouteShape } from '@tonarchiv/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credential } from '#access/credentials.ts'
import type { Refused } from '#platform/refused.ts'
import type { ReadyJson } from './answer.ts'

/** The parts of a request before they are parsed by the schemas of its route. */
export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * What differs between the ways in which programs talk to this server: where the credential stands, how input is
 * written, and how answers and errors are. What must hold for all of them (access levels, rate limits, size limits,
 * schemas) is no part of it.
 */
export interface Protocol {
  name: string
  /** The credential that a request may use on this route. @throws Refused */
  credentialOf(request: FastifyRequest, route: RouteShape): Credential | undefined
  /** Types of bodies that it takes beside JSON and forms with files, and what makes a value of their text. */
  bodyParsers?: Readonly<Record<string, (text: string) => unknown>>
  /** Rejects a body that the route does not take, by its headers, before a byte of it is read. @throws Refused */
  checkBody(request: FastifyRequest, route: RouteShape): void
  /** @throws Refused */
  readInput(request: FastifyRequest, route: RouteShape): RawInput
  /** Sends what a handler returned; nothing is in it that the route's answer does not name. */
  sendAnswer(request: FastifyRequest, reply: FastifyReply, route: RouteShape, answer: unknown): void
  /** Sends what the handler wrote as JSON itself. */
  sendJson(request: FastifyRequest, reply: FastifyReply, route: RouteShape, answer: ReadyJson): void
  /** Sends an expected rejection or a fault in the protocol's own words. */
  sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused): void
}
