import type { FastifyRequest } from 'fastify'
import { INTEGER_MAX, wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import { parseInput } from '#http/input.ts'
import { Refused } from '#platform/refused.ts'
import { parameterMissing } from './errors.ts'

/** Maximum length of a value in UTF-16 code units. Longer values are rejected before any work is done on them. */
const VALUE_MAX = 4096
/** NUL cannot be stored; unpaired surrogates cannot be sent back. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** All values of a parameter: those of the query come first, then those of the form. */
export function valuesOf({ query, body }: Pick<FastifyRequest, 'query' | 'body'>, name: string): string[] {
  return [...valuesIn(query, name), ...valuesIn(body, name)]
}

/** The first value of a parameter. */
export function valueOf(
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  name: string,
): string | undefined {
  return valuesIn(query, name)[0] ?? valuesIn(body, name)[0]
}

function valuesIn(source: unknown, name: string): readonly string[] {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return []
  const value: unknown = Reflect.get(source, name)
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Reads the declared parameters of a request. @throws Refused `parameterMissing` (10) or `invalidInput` (0) */
type ReadParameters<P extends z.ZodMiniObject> = (
  request: Pick<FastifyRequest, 'query' | 'body'>,
) => z.output<P>

/**
 * Makes the function that reads the parameters that an endpoint declares, and ignores all others. Of a parameter that
 * is not declared as a list, it reads the first value.
 */
export function parameterReader<P extends z.ZodMiniObject>(schema: P): ReadParameters<P> {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    isList: isList(field),
    isRequired: !acceptsNothing(field),
  }))
  return (request) => {
    const given: Record<string, string | string[]> = {}
    for (const { name, isList: takesAll, isRequired } of fields) {
      const first = valueOf(request, name)
      if (first !== undefined) given[name] = takesAll ? valuesOf(request, name) : first
      else if (isRequired) throw new Refused(parameterMissing, { values: { name } })
    }
    return parseInput(schema, given)
  }
}

type AnySchema = z.core.$ZodType

function acceptsNothing(field: AnySchema): boolean {
  return z.core.safeParse(field, undefined).success
}

function isList(field: AnySchema): boolean {
  const { def } = field._zod
  if (def.type === 'array') return true
  const inner: unknown = Reflect.get(def, 'innerType')
  return inner instanceof z.core.$ZodType && isList(inner)
}

/** The schema of a text that the caller chooses. */
export function text(max = VALUE_MAX) {
  return z.string().check(z.maxLength(max), z.refine(isStorable))
}

/** A prefix that names the kind of an id. Some apps put it before every id, others only before the id of a cover. */
const KIND_PREFIX = /^(?:ar|al|tr|so|mf|pl|vi)-(?=.)/i

/** The schema of the id of a song, album, artist, playlist or video. Ids are unique among all kinds. */
export const id = z.pipe(
  z.string().check(z.minLength(1), z.maxLength(64), z.refine(isStorable)),
  z.transform((value: string) => value.replace(KIND_PREFIX, '')),
)

/** The schema of a list of ids: a parameter that may be repeated up to `max` times. */
export function ids(max: number) {
  return z.array(id).check(z.maxLength(max))
}

/** The schema of the number of requested entries. Numbers above `max` are reduced to `max`. */
export function count(byDefault: number, max: number) {
  const capped = z.pipe(
    wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    z.transform((value: number) => Math.min(value, max)),
  )
  return z._default(capped, byDefault)
}

/** Number of entries to skip. */
export const offset = z._default(wholeNumber({ min: 0, max: 10_000_000 }), 0)

/** A year as clients send it, also 0 and 9999. */
export const year = wholeNumber({ min: 0, max: 9999 })

/** The schema of a flag. Most clients send `true` or `false`; clients in Python send `True` or `False`. */
export const flag = z.pipe(
  z.enum(['true', 'false', 'True', 'False', '1', '0']),
  z.transform((value) => value === '1' || value.toLowerCase() === 'true'),
)

/** Kilobits per second; 0 for no limit. */
export const bitRate = z._default(wholeNumber({ min: 0, max: INTEGER_MAX }), 0)

/** The schema of a position in a song, in seconds. Decimals are dropped. */
export const seconds = z._default(
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}(?:\.\d{0,9})?$/)),
    z.transform((value: string) => Math.floor(Number(value))),
  ),
  0,
)
