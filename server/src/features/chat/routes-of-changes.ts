import * as contract from '@tonarchiv/contract/chat-changes'
import { actorOf } from '#features/audit-log/index.ts'
import type { Presence } from '#features/presence/index.ts'
import type { Bind } from '#http/bind.ts'
import type { Services } from '#services.ts'
import type { Feed } from './changes/feed.ts'
import { checkMayChange } from './conversations/check-may-change.ts'
import { editMessage, listVersions } from './edits/edits.ts'
import type { Room } from './messages/room.ts'
import { setPin } from './pins/pins.ts'
import { listReactors, setReaction } from './reactions/reactions.ts'

/** Edits, reactions and pins. */
export function registerChanges(
  bind: Bind,
  services: Services,
  { feed, room, presence }: { feed: Feed; room: Pick<Room, 'limitChanges'>; presence: Presence },
): void {
  const needs = { ...services, feed }

  bind(contract.editMessage, async ({ caller, params, body }) => {
    room.limitChanges(caller.id)
    await checkMayChange(services, caller.id, params.id)
    return editMessage(needs, caller.id, params.id, { text: body.message, editedAt: body.editedAt })
  })

  bind(contract.listVersions, async ({ params }) => ({ versions: await listVersions(services, params.id) }))

  bind(contract.addReaction, async ({ caller, params }) => {
    room.limitChanges(caller.id)
    await checkMayChange(services, caller.id, params.id)
    return { revision: await setReaction(needs, { ...params, userId: caller.id }, true) }
  })

  bind(contract.removeReaction, async ({ caller, params }) => {
    room.limitChanges(caller.id)
    await checkMayChange(services, caller.id, params.id)
    return { revision: await setReaction(needs, { ...params, userId: caller.id }, false) }
  })

  bind(contract.listReactors, async ({ caller, params, query }) =>
    listReactors({ ...services, presence }, { ...params, userId: caller.id }, query),
  )

  bind(contract.pinMessage, async ({ caller, params, request }) => ({
    revision: await setPin(needs, actorOf(caller, request), params.id, true),
  }))

  bind(contract.unpinMessage, async ({ caller, params, request }) => ({
    revision: await setPin(needs, actorOf(caller, request), params.id, false),
  }))
}
