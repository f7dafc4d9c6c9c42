import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createSearch } from './create-search.ts'
import type { Command } from './local-rows.ts'
import { readResults } from './read-results.ts'
import type { GroupFilter } from './results.ts'
import { EMPTY_QUERY } from './search-machine.ts'

/** The text, the group and the results of the search while its dialog is open. */
export function useSearch(commands: readonly Command[]) {
  const [search] = useState(() => createSearch({ read: readResults }))
  useEffect(() => search.offer(commands), [search, commands])
  useEffect(() => search.stop, [search])
  const [text, setText] = useState('')
  const state = useStore(search.state)

  function change(typed: string): void {
    setText(typed)
    const trimmed = typed.trim()
    if (trimmed === state.query.text && !state.query.isExact) return
    search.type(trimmed === '' ? EMPTY_QUERY : { text: trimmed, group: state.query.group, isExact: false })
  }
  return {
    text,
    state,
    change,
    choose: (group: GroupFilter) => search.type({ ...state.query, group }),
    searchExactly: () => search.type({ ...state.query, isExact: true }),
    retry: search.retry,
    send: search.send,
  }
}
