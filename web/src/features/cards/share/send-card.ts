import { postMessage } from '@tonarchiv/contract/chat'
import { openConversation } from '@tonarchiv/contract/conversations'
import type { Card } from '@tonarchiv/contract/cards'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { newUuid } from '#client/new-uuid.ts'
import type { ShareTarget } from '#features/moments/index.ts'

interface Shared {
  card: Card
  message: string
  /** The friend to whom it is sent; undefined for the chat room. */
  target: ShareTarget
  /** The open conversation, to which it is sent instead of `target`; undefined when none is open. */
  openId: string | undefined
}

interface Sent {
  id: string
  /** Undefined for the chat room. */
  conversationId: string | undefined
}

/** A message whose answer was lost: the server may have stored it. */
let unanswered: { content: string; clientId: string } | undefined

/**
 * Sends a card to the chat room or a friend. If the answer was lost, the next call with the same card, text and
 * recipient repeats the same message, so that it is stored once.
 */
export async function sendCard({ card, message, target, openId }: Shared): Promise<Sent> {
  const content = JSON.stringify([card, message, openId, target?.id])
  const clientId = unanswered?.content === content ? unanswered.clientId : newUuid()
  try {
    const conversationId = openId ?? (target && (await conversationWith(target.id)))
    const answer = await call(postMessage, { body: { message, card, clientId, conversationId } })
    unanswered = undefined
    return { id: answer.message.id, conversationId }
  } catch (failure) {
    const isAnswered = failure instanceof ApiError && failure.status !== 0
    unanswered = isAnswered ? undefined : { content, clientId }
    throw failure
  }
}

async function conversationWith(userId: string): Promise<string> {
  const { conversation } = await call(openConversation, { body: { userId } })
  return conversation.id
}
