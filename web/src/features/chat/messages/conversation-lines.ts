import { createContext, type ReactNode } from 'react'

/** A line between the messages of a conversation, such as what happened in a listening room. */
export interface ConversationLine {
  key: string
  /** The time of the line. It is shown before the first message that was written later. */
  at: string
  content: ReactNode
}

/** Additional lines between the messages of a conversation, such as events of a listening room, oldest first. */
export const ConversationLines = createContext<readonly ConversationLine[]>([])
