import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Command } from './local-rows.ts'
import type { Query, Results } from './results.ts'
import { NOTHING_TYPED, searchAfter, type SearchEvent, type SearchState } from './search-machine.ts'

/**
 * Shortest time in milliseconds between two requests while the member types. The first request is sent without a delay.
 */
const LEAST_DISTANCE = 100
/** When a request takes longer than this many milliseconds, the list shows that it is loading. */
const LATE_AFTER = 150

export interface SearchParts {
  /** Reads the results. Rejects only when it is aborted; other errors are contained in the results. */
  read: (query: Query, signal: AbortSignal, commands: readonly Command[]) => Promise<Results>
}

export interface Search {
  state: StoreApi<SearchState>
  /** Sets the commands that are searched, including those that open pages. */
  offer: (commands: readonly Command[]) => void
  /** Requests the results for this query; a request for another query is aborted. */
  type: (query: Query) => void
  /** Repeats the last request, after it has failed. */
  retry: () => void
  send: (event: Exclude<SearchEvent, { type: 'typed' | 'answered' | 'late' }>) => void
  stop: () => void
}

/** Creates the state of the search while its dialog is open. */
export function createSearch({ read }: SearchParts): Search {
  const state = createStore<SearchState>(() => NOTHING_TYPED)
  const happened = (event: SearchEvent) => state.setState(searchAfter(state.getState(), event), true)
  let offered: readonly Command[] = []
  let request: AbortController | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let sentAt = Number.NEGATIVE_INFINITY

  function stop(): void {
    clearTimeout(waiting)
    request?.abort()
    request = undefined
    waitNoMore()
  }

  function waitNoMore(): void {
    clearTimeout(late)
    late = undefined
  }

  async function ask(query: Query): Promise<void> {
    const own = new AbortController()
    request = own
    sentAt = performance.now()
    try {
      const results = await read(query, own.signal, offered)
      if (own.signal.aborted) return
      waitNoMore()
      happened({ type: 'answered', results })
    } catch (failure) {
      if (!own.signal.aborted) throw failure
    }
  }

  function type(query: Query): void {
    clearTimeout(waiting)
    request?.abort()
    happened({ type: 'typed', query })
    if (query.text === '') return waitNoMore()
    // The timer is not restarted: further typing delays the answer, but the loading state appears in time.
    late ??= setTimeout(() => happened({ type: 'late' }), LATE_AFTER)
    const pause = sentAt + LEAST_DISTANCE - performance.now()
    if (pause <= 0) void ask(query)
    else waiting = setTimeout(() => void ask(query), pause)
  }

  return {
    state,
    offer(commands) {
      offered = commands
    },
    type,
    retry: () => type({ ...state.getState().query }),
    send: happened,
    stop,
  }
}
