import { staleList } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'

/**
 * Converts a complete ordered list of ids and titles into a list of ids.
 * @throws Refused `staleList` when an entry is missing, repeated or unknown
 */
export function idsOfFullList(
  entries: readonly string[],
  all: readonly string[],
  idOf: (entry: string) => string | undefined,
): string[] {
  const ids = entries.map(idOf)
  const current = new Set(all)
  const named = new Set<string>()
  for (const id of ids) {
    if (id === undefined || !current.has(id) || named.has(id)) throw new Refused(staleList)
    named.add(id)
  }
  if (named.size !== current.size) throw new Refused(staleList)
  return [...named]
}
