/** The values of each name, as of a query or a form; names that occur once have a text instead of a list. */
export type QueryValues = Record<string, string | string[]>

/** Repeated names become lists, so that a schema for a single value rejects them. */
export function parseQuery(text: string): QueryValues {
  const query: QueryValues = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (typeof before === 'string') query[name] = [before, value]
    else before.push(value)
  }
  return query
}
