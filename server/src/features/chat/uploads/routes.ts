import * as contract from '@tonarchiv/contract/chat-order'
import { actorOf } from '#features/audit-log/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import { hasUploadCards } from './store.ts'
import { setUploadCards } from './upload-cards.ts'

/** The switch for messages about uploads. */
export function registerUploadCards(bind: Bind, services: Services): void {
  bind(contract.getChatSettings, async () => ({ uploadCards: await hasUploadCards(services.db) }))

  bind(contract.setUploadCards, async ({ caller, body: { isOn }, request }) => {
    await setUploadCards(services, actorOf(caller, request), isOn)
    return { uploadCards: isOn }
  })
}
