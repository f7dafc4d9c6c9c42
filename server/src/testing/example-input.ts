import { type RouteShape, urlOf } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'

/** The parts of a JSON schema from which an example is made. */
export interface JsonSchema {
  type?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  pattern?: string
}
const Schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null)

const converted = new WeakMap<z.ZodMiniType, JsonSchema>()

export function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const known = converted.get(schema)
  if (known !== undefined) return known
  const made = z.parse(Schema, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  converted.set(schema, made)
  return made
}

/** An example value for a schema, with all optional parts. Texts without a format are `text`, numbers are `number`. */
export function exampleOf(schema: JsonSchema, text = 'abcdefgh', number = 2000): unknown {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) {
    const richest = variants.find(({ type }) => type === 'object' || type === 'number') ?? variants[0]
    return richest === undefined ? null : exampleOf(richest, text, number)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part, text, number)]),
      )
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, text, number)]
    case 'number':
    case 'integer':
      return number
    case 'boolean':
      return true
    default:
      if (schema.format === 'uuid') return '01940000-0000-7000-8000-000000000000'
      if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
      if (schema.format === 'email') return 'wer@archive.example'
      return text
  }
}

type Scalars = Record<string, string | number | boolean>

/**
 * Queries for a schema: one with the required fields only, and one more for each optional text field, which gets the
 * value `text`. Several optional fields in one query would narrow the answer.
 */
export function queriesFor(schema: z.ZodMiniType, text: string): Scalars[] {
  const { properties = {}, required = [] } = schemaOf(schema)
  const least: Scalars = {}
  for (const name of required) least[name] = scalarOf(properties[name], text)
  const texts = Object.entries(properties).filter(
    ([name, part]) => !required.includes(name) && typeof scalarOf(part, text) === 'string',
  )
  return [least, ...texts.map(([name, part]) => Object.assign({ [name]: scalarOf(part, text) }, least))]
}

function scalarOf(schema: JsonSchema | undefined, text: string): string | number | boolean {
  const example = schema === undefined ? text : exampleOf(schema, text, 1)
  const [scalar] = Array.isArray(example) ? [...example] : [example]
  return typeof scalar === 'number' || typeof scalar === 'boolean' || typeof scalar === 'string'
    ? scalar
    : text
}

/** Calls of a route with `text` as the value of all path parameters, query fields and texts of the body. */
export function callsFor(route: RouteShape, text: string): { path: string; body: string | undefined }[] {
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [[name, text]])),
  )
  const body = route.body === undefined ? undefined : JSON.stringify(exampleOf(schemaOf(route.body), text, 1))
  const queries = route.query === undefined ? [{}] : queriesFor(route.query, text)
  return queries.map((query) => ({ path: urlOf(route, { params, query }), body }))
}
