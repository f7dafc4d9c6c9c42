/** The request headers that decide which bytes are sent. */
export interface ConditionalHeaders {
  range?: string | undefined
  'if-range'?: string | undefined
  'if-none-match'?: string | undefined
  'if-modified-since'?: string | undefined
}

/** The content that a request asks for. */
export interface Representation {
  sizeBytes: number
  /** A strong validator, with its quotes. */
  etag: string
  modifiedAt: Date
}

/**
 * The decision: send everything (200), send a range with both ends inclusive (206), send nothing because the client has
 * the content (304), or reject the range (416).
 */
export type RangeDecision =
  | { status: 200; start: 0; end: number }
  | { status: 206; start: number; end: number }
  | { status: 304 }
  | { status: 416 }

/**
 * Decides the response to a GET or HEAD by RFC 9110, sections 13 and 14. A request for several ranges gets the whole
 * content.
 */
export function decideRange(headers: ConditionalHeaders, representation: Representation): RangeDecision {
  if (isUnchanged(headers, representation)) return { status: 304 }
  const all: RangeDecision = { status: 200, start: 0, end: representation.sizeBytes - 1 }
  if (headers.range === undefined || !matchesIfRange(headers['if-range'], representation)) return all
  return parseRange(headers.range, representation.sizeBytes) ?? all
}

/** Parses the header `Range`. Undefined when the range is invalid or not supported; the whole content is then sent. */
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

/**
 * Whether the condition of `If-Range` is met: a range may be sent only if the content has not changed since the client
 * began to read it.
 */
function matchesIfRange(condition: string | undefined, { etag, modifiedAt }: Representation): boolean {
  if (condition === undefined) return true
  if (condition.startsWith('"') || condition.startsWith('W/')) return condition === etag
  return Date.parse(condition) / 1000 === secondsOf(modifiedAt)
}

/** A time in whole seconds, because HTTP dates have no milliseconds. */
function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
