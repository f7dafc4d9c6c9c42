import * as z from 'zod/mini'

/** NUL, C0, C1, halves of letters and the marks that turn the reading direction: never part of a name or title. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Number of code points, as people count characters. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

interface TextRules {
  min?: number
  max: number
  tooShort?: string
  tooLong?: string
  /** Line breaks and tabs are allowed. */
  paragraphs?: boolean
}

/** One line of text in NFC, trimmed, its length counted in code points, without control and direction marks. */
export function plainText({ min = 0, max, tooShort, tooLong, paragraphs = false }: TextRules) {
  const isForbidden = (text: string) =>
    FORBIDDEN_CHARACTERS.test(paragraphs ? text.replaceAll(/[\n\t]/g, '') : text)
  return z.string('Bitte gib einen Text ein').check(
    z.normalize('NFC'),
    z.trim(),
    z.refine((text) => lengthOf(text) >= min, {
      error: tooShort ?? 'Dieses Feld ist erforderlich',
      abort: true,
    }),
    z.refine((text) => lengthOf(text) <= max, {
      error: tooLong ?? `Höchstens ${max} Zeichen sind erlaubt`,
      abort: true,
    }),
    z.refine((text) => !isForbidden(text), 'Dieser Text enthält unzulässige Zeichen'),
  )
}

/** The largest whole number that a column of either database keeps. */
export const INTEGER_MAX = 2_147_483_647

/** A whole number that may come as digits, as it does in a query or a form. */
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

/** An opaque id of ours. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64))
/** A moment, ISO 8601 in UTC. */
export const Moment = z.string()

/** Most entries that one page of a list holds. decisions §1. */
export const PAGE_MAX = 100

/** How many entries a page holds; whoever asks for more than `PAGE_MAX` gets that many. */
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

/** Query of a list. */
export function paging(defaultLimit: number) {
  return {
    limit: pageLimit(defaultLimit),
    offset: z._default(wholeNumber({ min: 0, max: 100_000 }), 0),
  }
}
