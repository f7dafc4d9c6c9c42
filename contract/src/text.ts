import * as z from 'zod/mini'

/**
 * NUL, C0 and C1 controls, unpaired surrogates and bidirectional formatting characters: never allowed in a
 * name or title.
 */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** The error for a text with forbidden characters. */
export const FORBIDDEN_TEXT = 'Dieser Text enthält unzulässige Zeichen'

/** The length of a text in code points. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/**
 * Maximum number of UTF-16 code units of one character: four in the longest decomposed form, two outside the basic
 * multilingual plane. A text that is longer than its limit in these units is rejected before any work is done on it.
 */
const UNITS_PER_CHARACTER = 4
/**
 * Matches combining marks beyond 30 in a row, which no language uses. Normalisation would sort them in quadratic time.
 * UAX #15, section 13.
 */
const SURPLUS_MARKS = /(\p{M}{30})\p{M}+/gu
/** Matches a text without visible characters: only zero-width characters, fillers and blanks. */
const INVISIBLE = /^(?:(?![\u202a-\u202e\u2066-\u2069])[\p{DI}\p{Cf}\p{White_Space}\u2800])+$/u

/** Converts a text to NFC and trims it. Empty when it has no visible character. Runs in linear time. */
export function normalized(text: string): string {
  const trimmed = text.replaceAll(SURPLUS_MARKS, '$1').normalize('NFC').trim()
  return INVISIBLE.test(trimmed) ? '' : trimmed
}

interface TextRules {
  min?: number
  max: number
  tooShort?: string
  tooLong?: string
  /** Whether line breaks and tabs are allowed. */
  paragraphs?: boolean
}

/**
 * A schema for texts. The result is in NFC, trimmed, and has visible characters. The length is counted in code points.
 * Control and direction characters are rejected.
 */
export function plainText({
  min = 0,
  max,
  tooShort = 'Dieses Feld ist erforderlich',
  tooLong = `Höchstens ${max} Zeichen sind erlaubt`,
  paragraphs = false,
}: TextRules) {
  const isForbidden = (text: string) =>
    FORBIDDEN_CHARACTERS.test(paragraphs ? text.replaceAll(/[\n\t]/g, '') : text)
  return z.string('Bitte gib einen Text ein').check(
    z.maxLength(UNITS_PER_CHARACTER * max, { error: tooLong, abort: true }),
    z.overwrite(normalized),
    z.refine((text) => lengthOf(text) >= min, { error: tooShort, abort: true }),
    z.refine((text) => lengthOf(text) <= max, { error: tooLong, abort: true }),
    z.refine((text) => !isForbidden(text), FORBIDDEN_TEXT),
  )
}

/** The largest integer that a column of either database can store. */
export const INTEGER_MAX = 2_147_483_647

/** An integer that may be sent as digits, as in a query or a form. */
export function wholeNumber({ min, max, error }: { min: number; max: number; error?: string }) {
  const text = error ?? `Bitte gib eine ganze Zahl von ${min} bis ${max} an`
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/, text))], text),
    z.pipe(
      z.transform((value: number | string) => Number(value)),
      z.int(text).check(z.minimum(min, text), z.maximum(max, text)),
    ),
  )
}

/** An id made by the server; clients do not interpret it. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64))
/** A time in ISO 8601, in UTC. */
export const IsoTimestamp = z.string()

/** Maximum number of entries on one page of a list. See docs/product.md §18.1. */
export const PAGE_MAX = 100

/** Number of entries on a page; larger values are reduced to `PAGE_MAX`. */
export function pageLimit(defaultLimit: number) {
  const given = wholeNumber({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    error: 'Bitte gib eine ganze Zahl ab 1 an',
  })
  const capped = z.pipe(
    given,
    z.transform((limit: number) => Math.min(limit, PAGE_MAX)),
  )
  return z._default(capped, defaultLimit)
}

/** Query fields of a paged list. */
export function paging(defaultLimit: number) {
  return {
    limit: pageLimit(defaultLimit),
    offset: z._default(wholeNumber({ min: 0, max: 100_000 }), 0),
  }
}
