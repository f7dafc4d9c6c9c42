/** The values of a query or a form by their names. A name that occurs once has a text, a repeated name has a list. */
export type QueryValues = Record<string, string | string[]>

/** Parses a query. A repeated name gets a list, so that a schema for a single value rejects it. */
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
