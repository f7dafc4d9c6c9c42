import type { OnlineUser } from '@tonarchiv/contract/presence'

/** A name that is being written after an „@“. */
export interface MentionPrefix {
  /** Where the „@“ stands. */
  start: number
  /** What follows it, up to the caret; lower case. */
  query: string
}

/** Most names that are offered. */
const OFFERED_AT_MOST = 6

/** Whether a name is being written at the caret. */
export function mentionPrefixAt(text: string, caret: number): MentionPrefix | undefined {
  const found = /(?:^|[\s(„"'])@(?<query>[\p{L}\p{N}_-]{0,30})$/u.exec(text.slice(0, caret))
  const query = found?.groups?.['query']
  return query === undefined ? undefined : { start: caret - query.length - 1, query: query.toLowerCase() }
}

type Candidate = Pick<OnlineUser, 'id' | 'username' | 'displayName'>

/** 0 for a name that begins with it, 1 for one with a word that does, 2 for one that holds it; else undefined. */
function rankOf({ username, displayName }: Candidate, query: string): number | undefined {
  const names = [username.toLowerCase(), displayName.toLowerCase()]
  if (names.some((name) => name.startsWith(query))) return 0
  if (names.some((name) => name.split(/[\s_-]+/).some((word) => word.startsWith(query)))) return 1
  return names.some((name) => name.includes(query)) ? 2 : undefined
}

/** Who may be meant, best first; among equals those who come first in `people`. */
export function matchingPeople<P extends Candidate>(people: readonly P[], query: string, ownId: string): P[] {
  return people
    .filter(({ id, username }) => id !== ownId && username !== '')
    .flatMap((person) => {
      const rank = rankOf(person, query)
      return rank === undefined ? [] : [{ person, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, OFFERED_AT_MOST)
    .map(({ person }) => person)
}

/** The text with the name written out, and where the caret stands then. */
export function withName(text: string, { start }: MentionPrefix, caret: number, username: string) {
  const before = `${text.slice(0, start)}@${username} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
