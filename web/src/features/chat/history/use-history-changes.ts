import { knownChange } from '@tonarchiv/contract/chat-changes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withMessageChange } from '../state/changes.ts'
import { useConversationChat } from '../state/chat-instance.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { historyQuery } from './history-query.ts'

/** Applies received changes to the loaded messages around the message `messageId`. */
export function useHistoryChanges(messageId: string, ownId: string): void {
  const client = useQueryClient()
  const chat = useConversationChat()
  const conversationId = useConversationId()
  useEffect(() => {
    const { queryKey } = historyQuery(messageId, conversationId)
    const stops = [
      chat.onChanges((changes) => {
        const known = changes.flatMap((change) =>
          change.type === 'chatChange' ? (knownChange(change) ?? []) : [],
        )
        if (known.length === 0) return
        client.setQueryData(queryKey, (data) => {
          if (data === undefined) return undefined
          const pages = data.pages.map((page) => {
            const messages = known.reduce(
              (list, change) => withMessageChange(list, change, ownId),
              page.messages,
            )
            return messages === page.messages ? page : { ...page, messages }
          })
          return { ...data, pages }
        })
      }),
      // Changes may have been missed while there was no connection.
      chat.onCaughtUp(() => void client.invalidateQueries({ queryKey })),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, chat, conversationId, messageId, ownId])
}
