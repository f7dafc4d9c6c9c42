import { unauthenticated } from '@tonarchiv/contract/refusal'
import type { Access, RateLimitClass, RouteShape } from '@tonarchiv/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import { type AppContext, contextSeenBy } from '#feature.ts'
import type { Bind } from '#http/bind.ts'
import { Refused } from '#platform/refused.ts'
import { parameterReader } from './parameters.ts'

/** What the handler of an endpoint receives. */
interface EndpointCall<P extends z.ZodMiniObject> {
  caller: Caller
  parameters: z.output<P>
  request: FastifyRequest
  reply: FastifyReply
}

interface Common<P extends z.ZodMiniObject> {
  /** The name in the path: `getAlbum` is bound as `/rest/getAlbum` and `/rest/getAlbum.view`. */
  name: string
  /** The callers that may use the endpoint. Default: members with archive access. */
  access?: Exclude<Access, 'public' | 'admin'>
  /** The rate limit of the endpoint. Default: the general rate limit. */
  limit?: RateLimitClass
  /** Maximum size of a form. Default 64 KiB; endpoints with long lists of ids need more. */
  bodyLimitBytes?: number
  /**
   * The schema of the parameters. Parameters that it does not declare are ignored. A value is a text, or a list of
   * texts where the schema declares an array.
   */
  parameters: P
}

interface Answering<P extends z.ZodMiniObject, A extends z.ZodMiniObject> extends Common<P> {
  /** The schema of the response: the fields of `subsonic-response` besides the status. */
  answer: A
  handle: (call: EndpointCall<P>, context: AppContext) => Promise<z.output<A>>
}

interface Sending<P extends z.ZodMiniObject> extends Common<P> {
  /**
   * Whether the endpoint sends media. Clients request media in many ranges, so the rights of the caller are cached for
   * half a second.
   */
  media?: true
  /** Sends a file as the reply. */
  send: (call: EndpointCall<P>, context: AppContext) => Promise<FastifyReply>
}

/** A function of the protocol, to be bound once for each app. */
export interface Endpoint {
  name: string
  parameters: z.ZodMiniObject
  /** The schema of the response; undefined where the endpoint sends a file. */
  answer: z.ZodMiniObject | undefined
  bind(bind: Bind, context: AppContext): void
}

/** The prefix of the paths of all endpoints. See `addressesOf` in `protocol.ts`. */
export const PREFIX = '/rest/'

/**
 * Describes an endpoint.
 * @example
 * endpoint({
 *   name: 'getSong',
 *   parameters: z.object({ id }),
 *   answer: z.object({ song: Child }),
 *   handle: async ({ caller, parameters }, { services }) => ({ song: await findSong(services, parameters.id) }),
 * })
 */
export function endpoint<P extends z.ZodMiniObject, A extends z.ZodMiniObject>(
  definition: Answering<P, A>,
): Endpoint {
  const { name, parameters, answer, handle } = definition
  const shape: RouteOf<A> = { ...routeOf(definition), answer }
  return {
    name,
    parameters,
    answer,
    bind: (bind, context) => {
      const read = parameterReader(parameters)
      bind<RouteShape & { answer: z.ZodMiniType }>(shape, async (call) => {
        const { request, reply } = call
        const caller = required(call.caller)
        const seen = contextSeenBy(context, caller)
        return handle({ caller, parameters: read(request), request, reply }, seen)
      })
    },
  }
}

/**
 * Describes an endpoint that sends a file, an image or a stream. Its errors have the same form as those of other
 * endpoints.
 */
export function fileEndpoint<P extends z.ZodMiniObject>(definition: Sending<P>): Endpoint {
  const { name, parameters, send, media } = definition
  const shape: RouteOf<'bytes'> = { ...routeOf(definition), answer: 'bytes', ...(media && { media }) }
  return {
    name,
    parameters,
    answer: undefined,
    bind: (bind, context) => {
      const read = parameterReader(parameters)
      bind(shape, async (call) => {
        const { request, reply } = call
        const caller = required(call.caller)
        const seen = contextSeenBy(context, caller)
        return send({ caller, parameters: read(request), request, reply }, seen)
      })
    },
  }
}

/** Describes an endpoint that callers without credentials may use. */
export function publicEndpoint<A extends z.ZodMiniObject>(definition: {
  name: string
  answer: A
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<z.output<A>>
}): Endpoint {
  const { name, answer, handle } = definition
  const shape = { ...routeOf({ name, access: 'public' }), answer }
  return {
    name,
    parameters: z.object({}),
    answer,
    bind: (bind) =>
      bind<RouteShape & { answer: z.ZodMiniType }>(shape, async ({ request, reply }) =>
        handle(request, reply),
      ),
  }
}

type RouteOf<A> = RouteShape & { answer: A }

function routeOf({
  name,
  access = 'key',
  limit,
  bodyLimitBytes,
}: {
  name: string
  access?: Access
  limit?: RateLimitClass
  bodyLimitBytes?: number
}): Omit<RouteShape, 'answer'> {
  return {
    method: 'GET',
    path: PREFIX + name,
    access,
    summary: `${name} of OpenSubsonic.`,
    ...(limit && { limit }),
    ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
  }
}

/** The caller of an endpoint that requires one. The gate rejects requests without a caller before this is called. */
function required(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new Refused(unauthenticated)
  return caller
}
