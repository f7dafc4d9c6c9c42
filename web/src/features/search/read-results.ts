import { searchEverything, type SearchAnswer, type SearchGroup } from '@tonarchiv/contract/search'
import { call } from '#client/call.ts'
import { sectionsOf } from './found-rows.ts'
import { type Command, matchingCommands, wordsOf } from './local-rows.ts'
import type { Query, Results, Section } from './results.ts'

/** Number of requested hits when only one group is searched. */
const HITS_OF_ONE_GROUP = 20

/**
 * The server's hits together with the commands that match. If the server fails, only these commands.
 * @throws the reason of the signal when it is aborted
 */
export async function readResults(
  query: Query,
  signal: AbortSignal,
  commands: readonly Command[],
): Promise<Results> {
  const { group } = query
  const asked = group === 'pages' ? undefined : requestHits(query, group, signal)
  // Computed between sending the request and receiving the answer.
  const local = localSections(query, commands)
  const terms = wordsOf(query.text)
  if (asked === undefined) return { query, sections: local, corrected: undefined, terms }
  try {
    const answer = await asked
    return {
      query,
      sections: [...sectionsOf(answer, new Date()), ...local],
      corrected: answer.corrected ?? undefined,
      terms: [...terms, ...answer.terms],
    }
  } catch (failure) {
    signal.throwIfAborted()
    return { query, sections: local, corrected: undefined, terms, failure }
  }
}

function requestHits(
  { text, isExact }: Query,
  group: SearchGroup | undefined,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const query = {
    q: text,
    ...(isExact && { exact: '1' as const }),
    ...(group && { group, limit: HITS_OF_ONE_GROUP }),
  }
  return call(searchEverything, { query }, { signal })
}

function localSections({ text, group, isExact }: Query, commands: readonly Command[]): Section[] {
  if (group !== undefined && group !== 'pages') return []
  const rows = matchingCommands(commands, text, isExact)
  return rows.length === 0 ? [] : [{ id: 'pages', label: 'Seiten und Befehle', rows }]
}
