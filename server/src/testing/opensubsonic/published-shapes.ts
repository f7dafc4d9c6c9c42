import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import * as z from 'zod/mini'

/**
 * The API description that OpenSubsonic publishes. `OPENSUBSONIC_SHAPES` names a copy; otherwise one is looked for
 * beside the repository. Without a copy only the project's own shapes are checked.
 */
const FILE =
  process.env['OPENSUBSONIC_SHAPES'] ??
  fileURLToPath(new URL('../../../../../shared/opensubsonic/openapi.json', import.meta.url))

/** Whether there is a copy of the published description. */
export const hasPublishedShapes = existsSync(FILE)

const Content = z.object({ 'application/json': z.optional(z.object({ schema: z.unknown() })) })
const Answer = z.object({ content: z.optional(Content) })
const Operation = z.object({
  responses: z.object({ 200: z.union([z.object({ $ref: z.string() }), Answer]) }),
})
const Document = z.looseObject({
  paths: z.record(z.string(), z.object({ get: z.optional(Operation), post: z.optional(Operation) })),
  components: z.looseObject({ responses: z.record(z.string(), Answer) }),
})

const FAILURE = 'published#/components/schemas/SubsonicFailureResponse'

interface Published {
  document: z.infer<typeof Document>
  ajv: Ajv2019
  /** By the path of the response in the document; several calls may share one. */
  validators: Map<string, ValidateFunction>
}
let published: Published | undefined

/** The differences of an answer in JSON from the published shape; empty without a copy. */
export function publishedErrors(name: string, answer: unknown): string[] {
  if (!hasPublishedShapes) return []
  const validate = validatorOf(name)
  if (validate(answer)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** The names of all calls; none without the published shapes. */
export function publishedNames(): string[] {
  return hasPublishedShapes
    ? Object.keys(read().document.paths).map((path) => path.slice('/rest/'.length))
    : []
}

function read(): Published {
  if (published === undefined) {
    const json: unknown = JSON.parse(readFileSync(FILE, 'utf8'))
    const ajv = new Ajv2019({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'published', ...closed(json) })
    published = { document: z.parse(Document, json), ajv, validators: new Map() }
  }
  return published
}

function validatorOf(name: string): ValidateFunction {
  const { document, ajv, validators } = read()
  const { place, hasJson } = answerOf(document, name)
  const known = validators.get(place)
  if (known !== undefined) return known
  // Calls that send a file have a shape for errors only.
  const answer = hasJson
    ? { $ref: `published${place}/content/application~1json/schema` }
    : { properties: { 'subsonic-response': { $ref: FAILURE, unevaluatedProperties: false } } }
  const validate = ajv.compile({ allOf: [answer], required: ['subsonic-response'] })
  validators.set(place, validate)
  return validate
}

/** The path at which the document describes the response to a call. */
function answerOf(
  { paths, components }: Published['document'],
  name: string,
): { place: string; hasJson: boolean } {
  const path = `/rest/${name}`
  const { get, post } = paths[path] ?? {}
  const given = (get ?? post)?.responses[200]
  if (given === undefined) throw new Error(`OpenSubsonic has no ${name}`)
  const isShared = '$ref' in given
  const place = isShared
    ? given.$ref
    : `#/paths/${escapePointer(path)}/${get === undefined ? 'post' : 'get'}/responses/200`
  const answer = isShared ? components.responses[given.$ref.split('/').at(-1) ?? ''] : given
  return { place, hasJson: answer?.content?.['application/json'] !== undefined }
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The document without additional properties in the objects that it describes, so that unknown fields are errors. */
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
