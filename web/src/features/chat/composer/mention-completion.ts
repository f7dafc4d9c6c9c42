import type { OnlineUser } from '@tonarchiv/contract/presence'

/** A mention that is being typed after an „@“. */
export interface MentionPrefix {
  /** Position of the „@“. */
  start: number
  /** The text between the „@“ and the caret, in lower case. */
  query: string
}

/** Maximum number of suggestions. */
const OFFERED_AT_MOST = 8

/** The mention at the caret, if there is one. */
export function mentionPrefixAt(text: string, caret: number): MentionPrefix | undefined {
  const found = /(?:^|[\s(„"'])@(?<query>[\p{L}\p{N}_-]{1,30})$/u.exec(text.slice(0, caret))
  const query = found?.groups?.['query']
  return query === undefined ? undefined : { start: caret - query.length - 1, query: query.toLowerCase() }
}

type Candidate = Pick<OnlineUser, 'id' | 'username' | 'displayName' | 'isOnline'>

/**
 * The rank of a match: 0 if a name begins with the query, 1 if a word of it does, 2 if a name contains it; undefined
 * without a match.
 */
function rankOf({ username, displayName }: Candidate, query: string): number | undefined {
  const names = [username.toLowerCase(), displayName.toLowerCase()]
  if (names.some((name) => name.startsWith(query))) return 0
  if (names.some((name) => name.split(/[\s_-]+/).some((word) => word.startsWith(query)))) return 1
  return names.some((name) => name.includes(query)) ? 2 : undefined
}

/** Matching members: those who are online first, then by rank. Equal ranks keep the order of `people`. */
export function matchingPeople<P extends Candidate>(people: readonly P[], query: string, ownId: string): P[] {
  return people
    .filter(({ id, username }) => id !== ownId && username !== '')
    .flatMap((person) => {
      const rank = rankOf(person, query)
      return rank === undefined ? [] : [{ person, rank }]
    })
    .toSorted(
      (one, other) => Number(other.person.isOnline) - Number(one.person.isOnline) || one.rank - other.rank,
    )
    .slice(0, OFFERED_AT_MOST)
    .map(({ person }) => person)
}
