import { staleList } from '@tonarchiv/contract/refusal'
import { Refused } from '#platform/refused.ts'

/**
 * The ids behind a full ordered list whose entries name elements in one way or another.
 * @throws Refused `staleList` when the list misses, doubles or invents an element
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
