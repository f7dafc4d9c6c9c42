import { bestKey, type Query, type Results, stopsOf } from './results.ts'

export interface SearchState {
  /** The typed text and the chosen group. */
  query: Query
  /** The results that are displayed, possibly those of an earlier query. */
  drawn: Results | undefined
  /**
   * Newer results that are not displayed yet, because displaying them would move the row under the pointer or the
   * selected row.
   */
  held: Results | undefined
  /** Whether the answer is late, so that the list shows that it is loading. */
  isLate: boolean
  /** The key of the selected row or action. */
  active: string | undefined
  /** Whether the member has selected a row, with the pointer or the arrow keys, since the text last changed. */
  isEngaged: boolean
  /** Whether Enter was pressed before the answer arrived; the best hit is then opened when it arrives. */
  opensBest: boolean
}

export type SearchEvent =
  | { type: 'typed'; query: Query }
  | { type: 'answered'; results: Results }
  /** The answer has not arrived in time, so that the list must show that it is loading. */
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
 * The state after an event. Answers to earlier queries are ignored. If an answer would move the row under the pointer
 * or the selected row, it is displayed only after the pointer has left the list or the text has changed.
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
  // The displayed results of another group are removed immediately.
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

/** Whether the new list is the same as the displayed one down to the selected row. */
function staysInPlace({ drawn, active }: SearchState, results: Results): boolean {
  if (drawn === undefined || active === undefined) return true
  const before = stopsOf(drawn)
  const after = stopsOf(results)
  const place = before.indexOf(active)
  return before.slice(0, place + 1).every((key, index) => after[index] === key)
}
