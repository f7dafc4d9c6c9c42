import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Command } from './local-rows.ts'
import type { Query, Results } from './results.ts'
import { NOTHING_TYPED, searchAfter, type SearchEvent, type SearchState } from './search-machine.ts'

/** Milliseconds between two requests while typing; the first one is sent at once. */
const LEAST_DISTANCE = 100
/** Milliseconds after which the list shows that it waits. */
const LATE_AFTER = 150

export interface SearchParts {
  /** Never rejects unless it is aborted: a failure is part of the results. */
  read: (query: Query, signal: AbortSignal, commands: readonly Command[]) => Promise<Results>
}

export interface Search {
  state: StoreApi<SearchState>
  /** From now on these pages and commands are found. */
  offer: (commands: readonly Command[]) => void
  /** Requests what was typed; a request for something else is aborted. */
  type: (query: Query) => void
  /** Requests the same again. */
  retry: () => void
  send: (event: Exclude<SearchEvent, { type: 'typed' | 'answered' | 'late' }>) => void
  stop: () => void
}

/** The search of one open list. */
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
    // Typing on puts off the answer, not that the list shows that it waits.
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
