/** The headers of a request that decide which bytes it gets. */
export interface ConditionalHeaders {
  range?: string | undefined
  'if-range'?: string | undefined
  'if-none-match'?: string | undefined
  'if-modified-since'?: string | undefined
}

/** What there is to give. */
export interface Representation {
  sizeBytes: number
  /** Strong, with its quotes. */
  etag: string
  modifiedAt: Date
}

/** What to give: all, a part (both ends included), nothing because the caller has it already, or nothing such as asked. */
export type RangeDecision =
  | { status: 200; start: 0; end: number }
  | { status: 206; start: number; end: number }
  | { status: 304 }
  | { status: 416 }

/** Decides what a GET or HEAD gets. RFC 9110, sections 13 and 14; several ranges at once are answered with the whole. */
export function decideRange(headers: ConditionalHeaders, representation: Representation): RangeDecision {
  if (isUnchanged(headers, representation)) return { status: 304 }
  const all: RangeDecision = { status: 200, start: 0, end: representation.sizeBytes - 1 }
  if (headers.range === undefined || !matchesIfRange(headers['if-range'], representation)) return all
  return parseRange(headers.range, representation.sizeBytes) ?? all
}

/** Undefined when the header is nothing that we follow: then the whole is given. */
function parseRange(range: string, sizeBytes: number): RangeDecision | undefined {
  const [, first, last] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(range) ?? []
  if (first === undefined || last === undefined) return undefined
  if (first === '') {
    if (last === '') return undefined
    const length = Number(last)
    if (length === 0 || sizeBytes === 0) return { status: 416 }
    return { status: 206, start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= sizeBytes) return { status: 416 }
  return { status: 206, start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

function isUnchanged(
  { 'if-none-match': known, 'if-modified-since': since }: ConditionalHeaders,
  representation: Representation,
): boolean {
  if (known !== undefined) {
    return (
      known.trim() === '*' ||
      known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === representation.etag)
    )
  }
  return since !== undefined && secondsOf(representation.modifiedAt) <= Date.parse(since) / 1000
}

/** A part only makes sense of the very bytes that the caller began with. */
function matchesIfRange(condition: string | undefined, { etag, modifiedAt }: Representation): boolean {
  if (condition === undefined) return true
  if (condition.startsWith('"') || condition.startsWith('W/')) return condition === etag
  return Date.parse(condition) / 1000 === secondsOf(modifiedAt)
}

/** HTTP dates know no milliseconds. */
function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
