import { ROOM_ID } from '@tonarchiv/contract/chat'
import { createContext, use } from 'react'

/** The conversation that the components below belong to. */
export const ConversationContext = createContext(ROOM_ID)

/** The id of the conversation around this component; outside of any it is the room. */
export function useConversationId(): string {
  return use(ConversationContext)
}
