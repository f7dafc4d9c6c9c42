import { create } from 'zustand'
import { useConversationId } from '../state/conversation-context.ts'
import { NO_TYPISTS, stillTyping, untilNextStops, type Typists } from './typing.ts'

/** The members who are typing, by conversation. */
const useTypistStore = create<{ byConversation: ReadonlyMap<string, Typists> }>(() => ({
  byConversation: new Map(),
}))

const clearing = new Map<string, ReturnType<typeof setTimeout>>()

export function typistsOf(conversationId: string): Typists {
  return useTypistStore.getState().byConversation.get(conversationId) ?? NO_TYPISTS
}

/** The members who are typing in the conversation whose context this component is in. */
export function useTypists<T>(read: (typists: Typists) => T): T {
  const conversationId = useConversationId()
  return useTypistStore(({ byConversation }) => read(byConversation.get(conversationId) ?? NO_TYPISTS))
}

/** Shows the typing members; each is removed when its last event expires. */
export function setTypists(conversationId: string, typists: Typists): void {
  useTypistStore.setState(({ byConversation }) => {
    const changed = new Map(byConversation)
    if (typists.size === 0) changed.delete(conversationId)
    else changed.set(conversationId, typists)
    return { byConversation: changed }
  })
  clearTimeout(clearing.get(conversationId))
  clearing.delete(conversationId)
  const delay = untilNextStops(typists, performance.now())
  if (delay === undefined) return
  const timer = setTimeout(() => {
    setTypists(conversationId, stillTyping(typistsOf(conversationId), performance.now()))
  }, delay)
  clearing.set(conversationId, timer)
}

/** Removes all typing members. */
export function resetTypists(): void {
  for (const id of useTypistStore.getState().byConversation.keys()) setTypists(id, NO_TYPISTS)
}
