import * as contract from '@tonarchiv/contract/play-state'
import { seenBy } from '#access/seen-by.ts'
import type { Bind } from '#http/bind.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { readPlayState, savePlayPosition, savePlayState } from './play-state.ts'

export function registerPlayState(bind: Bind, services: Services, sockets: Sockets): void {
  bind(contract.getPlayState, async ({ caller }) => readPlayState(seenBy(services, caller), caller.id))

  bind(contract.savePlayState, async ({ caller, body }) => {
    const saved = await savePlayState(seenBy(services, caller), caller, body)
    sockets.sendToUsers([caller.id], { type: 'playStateSaved', revision: saved.revision })
    return saved
  })

  bind(contract.savePlayPosition, async ({ caller, body }) => {
    const { revision, position_seconds: positionSeconds } = body
    await savePlayPosition(services, caller, { revision, positionSeconds })
    return { success: true }
  })
}
