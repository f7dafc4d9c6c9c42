import * as contract from '@tonarchiv/contract/conversations'
import type { Presence } from '#features/presence/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { isConversationMuted, muteConversation } from '../conversations/muting.ts'
import { conversationOf, listConversations, openConversation } from './direct.ts'

export function registerConversations(
  bind: Bind,
  services: Services,
  { presence, sockets }: { presence: Presence; sockets: Pick<Sockets, 'sendToUsers'> },
): void {
  const needs = { ...services, presence }

  bind(contract.listConversations, async ({ caller }) => ({
    conversations: await listConversations(needs, caller.id),
  }))

  bind(contract.getConversation, async ({ caller, params }) => ({
    conversation: await conversationOf(needs, caller.id, params.id),
  }))

  bind(contract.openConversation, async ({ caller, body }) => ({
    conversation: await openConversation(needs, caller.id, body.userId),
  }))

  bind(contract.getConversationMute, async ({ caller, params }) => ({
    isMuted: await isConversationMuted(needs, caller.id, params.id),
  }))

  bind(contract.muteConversation, async ({ caller, params, body }) => {
    await muteConversation(needs, caller.id, { id: params.id, isMuted: body.isMuted })
    sockets.sendToUsers([caller.id], { type: 'conversationsChanged' })
    return { success: true }
  })
}
