import { create } from 'zustand'
import { NO_TYPISTS, stillTyping, untilNextStops, type Typists } from './typing.ts'

/** The members who are typing. */
export const useTypists = create<{ typists: Typists }>(() => ({ typists: NO_TYPISTS }))

let clearing: ReturnType<typeof setTimeout> | undefined

/** Shows the typing members; each is removed when its last event expires. */
export function setTypists(typists: Typists): void {
  useTypists.setState({ typists })
  clearTimeout(clearing)
  const delay = untilNextStops(typists, Date.now())
  if (delay === undefined) return
  clearing = setTimeout(() => {
    setTypists(stillTyping(useTypists.getState().typists, Date.now()))
  }, delay)
}

/** Removes all typing members. */
export function resetTypists(): void {
  setTypists(NO_TYPISTS)
}
