import { createContext, use } from 'react'
import { useChat } from '../state/chat-instance.ts'

/** The last own message that the other member has read; undefined when that is not shown. */
export const SeenContext = createContext<string | undefined>(undefined)

/** The id of the last own message that is not later than `theirReadId`, the last one that the other member has read. */
export function useSeenId(theirReadId: string | null, ownId: string): string | undefined {
  return useChat(({ log }) =>
    theirReadId === null
      ? undefined
      : log.messages.findLast(({ id, userId }) => userId === ownId && id <= theirReadId)?.id,
  )
}

/** Whether „Gelesen“ is shown below this message. */
export function useIsSeen(messageId: string): boolean {
  return use(SeenContext) === messageId
}
