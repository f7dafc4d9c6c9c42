import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import * as z from 'zod/mini'

/**
 * The shapes that OpenSubsonic publishes, where a copy lies beside the repository or `OPENSUBSONIC_SHAPES` names one.
 * The project's own shapes are always checked.
 */
const FILE =
  process.env['OPENSUBSONIC_SHAPES'] ??
  fileURLToPath(new URL('../../../../../shared/opensubsonic/openapi.json', import.meta.url))

const Content = z.object({ 'application/json': z.optional(z.object({ schema: z.unknown() })) })
const Answer = z.union([z.object({ $ref: z.string() }), z.object({ content: Content })])
const Operation = z.object({ responses: z.object({ 200: Answer }) })
const Document = z.looseObject({
  paths: z.record(z.string(), z.object({ get: z.optional(Operation), post: z.optional(Operation) })),
})

const validators = new Map<string, ValidateFunction | undefined>()
let ajv: Ajv2019 | undefined

/** What is wrong with an answer in JSON by the published shapes; empty without them. */
export function publishedErrors(name: string, answer: unknown): string[] {
  if (!validators.has(name)) validators.set(name, validatorOf(name))
  const validate = validators.get(name)
  if (validate === undefined || validate(answer)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function validatorOf(name: string): ValidateFunction | undefined {
  if (!existsSync(FILE)) return undefined
  const text = readFileSync(FILE, 'utf8')
  const { paths } = z.parse(Document, JSON.parse(text))
  const operation = paths[`/rest/${name}`]?.get ?? paths[`/rest/${name}`]?.post
  if (operation === undefined) throw new Error(`OpenSubsonic has no ${name}`)
  if (ajv === undefined) {
    ajv = new Ajv2019({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'published', ...closed(JSON.parse(text)) })
  }
  const given = operation.responses[200]
  const method = paths[`/rest/${name}`]?.get === undefined ? 'post' : 'get'
  const place =
    '$ref' in given ? given.$ref : `#/paths/${escapePointer(`/rest/${name}`)}/${method}/responses/200`
  const isFile = place.endsWith('/BinaryResponse')
  const answer = isFile
    ? {
        properties: {
          'subsonic-response': { $ref: 'published#/components/schemas/SubsonicFailureResponse' },
        },
      }
    : { $ref: `published${place}/content/application~1json/schema` }
  return ajv.compile({ allOf: [answer], required: ['subsonic-response'] })
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The document with each reference to a described object closed: unknown fields of answers are errors. */
function closed(document: unknown): object {
  const described = (name: string) => {
    const schema = at(at(at(document, 'components'), 'schemas'), name)
    return at(schema, 'properties') !== undefined || at(schema, 'allOf') !== undefined
  }
  const walk = (value: unknown, isPart: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, isPart))
    if (typeof value !== 'object' || value === null) return value
    const copy: Record<string, unknown> = Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, walk(field, key === 'allOf')]),
    )
    const { $ref } = copy
    const name = typeof $ref === 'string' ? /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1] : undefined
    return name !== undefined && !isPart && described(name) ? { ...copy, unevaluatedProperties: false } : copy
  }
  const result = walk(document, false)
  return typeof result === 'object' && result !== null ? result : {}
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
