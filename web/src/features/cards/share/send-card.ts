import { postMessage, type ChatMessage } from '@tonarchiv/contract/chat'
import type { Card } from '@tonarchiv/contract/cards'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { newUuid } from '#client/new-uuid.ts'

interface Shared {
  card: Card
  message: string
}

/** A message whose answer was lost: the server may have stored it. */
let unanswered: { content: string; clientId: string } | undefined

/** Sends a card to the chat room. After a lost answer the same card with the same text is the same message. */
export async function sendCard({ card, message }: Shared): Promise<ChatMessage> {
  const content = JSON.stringify([card, message])
  const clientId = unanswered?.content === content ? unanswered.clientId : newUuid()
  try {
    const answer = await call(postMessage, { body: { message, card, clientId } })
    unanswered = undefined
    return answer.message
  } catch (failure) {
    const isAnswered = failure instanceof ApiError && failure.status !== 0
    unanswered = isAnswered ? undefined : { content, clientId }
    throw failure
  }
}
