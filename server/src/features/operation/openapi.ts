import {
  ErrorBody,
  invalidInput,
  keyRequired,
  rateLimited,
  type Refusal,
  unauthenticated,
} from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import { CHUNK_TYPE } from '@tonarchiv/contract/uploads'
import * as z from 'zod/mini'
import type { BoundRoute, Feature } from '#feature.ts'
import type { Services } from '#services.ts'

type Json = Record<string, unknown>

/** Makes an OpenAPI 3.1 description of all bound routes. Each feature has a tag. */
export function describeRoutes(
  routes: readonly BoundRoute[],
  features: readonly Feature[],
  { publicUrl, siteTitle }: Pick<Services['config'], 'publicUrl' | 'siteTitle'>,
): Json {
  const paths: Record<string, Json> = {}
  for (const { feature, route } of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: { tags: [feature], ...describe(route) } }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${siteTitle} API`, version: '1' },
    servers: [{ url: publicUrl }],
    tags: features.map(({ name }) => ({ name })),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        mediaTicket: { type: 'apiKey', in: 'query', name: 'token' },
        mediaCookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
    paths,
  }
}

function describe(route: RouteShape): Json {
  const body = describeBody(route)
  return {
    summary: route.summary,
    description: `Access: ${route.access}`,
    security:
      route.access === 'public'
        ? []
        : [
            { session: [] },
            ...(route.media === true ? [{ mediaTicket: [] }, { mediaCookie: [] }] : []),
            ...(route.inBrowser === true ? [{ mediaCookie: [] }] : []),
          ],
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: { [String(route.status ?? 200)]: describeResponse(route), ...describeRefusals(route) },
  }
}

function describeBody({ method, body, multipart, tus }: RouteShape): Json | undefined {
  if (tus === true && method === 'PATCH') return { [CHUNK_TYPE]: {} }
  if (body !== undefined) return { 'application/json': { schema: schemaOf(body, 'input') } }
  if (multipart === undefined) return undefined
  const fields = schemaOf(multipart.fields, 'input')
  const files = Object.fromEntries(
    multipart.files.map((name) => [name, { type: 'string', format: 'binary' }]),
  )
  return {
    'multipart/form-data': {
      schema: { ...fields, properties: { ...objectOf(fields['properties']), ...files } },
    },
  }
}

function describeResponse({ answer, tus }: RouteShape): Json {
  if (tus === true) return { description: 'The answer’s headers say it' }
  if (typeof answer === 'string')
    return { description: 'The file', content: { 'application/octet-stream': {} } }
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(answer, 'output') } } }
}

function describeRefusals(route: RouteShape): Json {
  const general: Refusal[] = [rateLimited]
  if (route.access !== 'public') general.push(unauthenticated)
  if (route.access === 'key') general.push(keyRequired)
  if (route.params !== undefined || route.query !== undefined || route.body !== undefined)
    general.push(invalidInput)
  const byStatus = Map.groupBy([...general, ...(route.refusals ?? [])], ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => [
      String(status),
      {
        description: refusals.map(({ code, text }) => `${code}: ${text}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function parametersOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties, required } = schemaOf(schema, 'input')
  const names = new Set(Array.isArray(required) ? required : [])
  return Object.entries(objectOf(properties)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || names.has(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
