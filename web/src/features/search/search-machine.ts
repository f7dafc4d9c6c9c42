import { bestKey, type Query, type Results, stopsOf } from './results.ts'

export interface SearchState {
  /** What is typed and chosen. */
  query: Query
  /** What is listed, possibly still for an earlier query. */
  drawn: Results | undefined
  /** A newer answer that would move the row which the pointer or the selection is on. */
  held: Results | undefined
  /** The answer takes so long that the list shows it. */
  isLate: boolean
  /** Key of the selected entry. */
  active: string | undefined
  /** The entry was selected by pointer or arrows since the last key was typed. */
  isEngaged: boolean
  /** Enter was pressed before the answer was there. */
  opensBest: boolean
}

export type SearchEvent =
  | { type: 'typed'; query: Query }
  | { type: 'answered'; results: Results }
  /** The first letter was typed a while ago, and nothing was answered since. */
  | { type: 'late' }
  | { type: 'pointed'; key: string }
  | { type: 'moved'; key: string }
  /** The pointer has left the list. */
  | { type: 'left' }
  | { type: 'entered' }

export const EMPTY_QUERY: Query = { text: '', group: undefined, isExact: false }

export const NOTHING_TYPED: SearchState = {
  query: EMPTY_QUERY,
  drawn: undefined,
  held: undefined,
  isLate: false,
  active: undefined,
  isEngaged: false,
  opensBest: false,
}

/** Whether the list does not show the answer to the current query yet. */
export function isPending({ query, drawn }: Pick<SearchState, 'query' | 'drawn'>): boolean {
  return query.text !== '' && drawn?.query !== query
}

/**
 * The state after an event. An answer to an earlier query changes nothing, and no answer moves the entry that the
 * pointer or the selection is on: it is held until the pointer leaves or the next key is typed.
 */
export function searchAfter(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'typed':
      return afterTyping(state, event.query)
    case 'answered':
      return event.results.query === state.query ? afterAnswer(state, event.results) : state
    case 'late':
      return isPending(state) ? { ...state, isLate: true } : state
    case 'pointed':
    case 'moved':
      return { ...state, active: event.key, isEngaged: true, opensBest: false }
    case 'left':
      return state.held ? draw({ ...state, isEngaged: false }, state.held) : { ...state, isEngaged: false }
    default:
      return { ...state, opensBest: isPending(state) && !state.isEngaged }
  }
}

function afterTyping(state: SearchState, query: Query): SearchState {
  const typed = { ...state, query, isEngaged: false, opensBest: false }
  // The hits of one group say nothing about those of another.
  const isOther = state.drawn !== undefined && state.drawn.query.group !== query.group
  if (query.text === '' || isOther)
    return { ...typed, drawn: undefined, held: undefined, active: undefined, isLate: false }
  return state.held ? { ...draw(typed, state.held), query } : { ...typed, active: best(state.drawn) }
}

function afterAnswer(state: SearchState, results: Results): SearchState {
  if (!state.isEngaged || staysInPlace(state, results)) return draw(state, results)
  return { ...state, held: results, isLate: false }
}

function draw(state: SearchState, results: Results): SearchState {
  const keeps = state.isEngaged && state.active !== undefined && stopsOf(results).includes(state.active)
  const active = keeps ? state.active : best(results)
  return { ...state, drawn: results, held: undefined, isLate: false, active }
}

function best(results: Results | undefined): string | undefined {
  return results && bestKey(results)
}

/** Whether everything down to the selected entry is the same in the new list. */
function staysInPlace({ drawn, active }: SearchState, results: Results): boolean {
  if (drawn === undefined || active === undefined) return true
  const before = stopsOf(drawn)
  const after = stopsOf(results)
  const place = before.indexOf(active)
  return before.slice(0, place + 1).every((key, index) => after[index] === key)
}
