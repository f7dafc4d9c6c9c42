import { unauthenticated } from '@tonarchiv/contract/refusal'
import * as contract from '@tonarchiv/contract/users'
import type { Bind } from '#http/bind.ts'
import { type PersistentRateLimit, consume } from '#rate-limits/persistent-rate-limits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { receiveUploads } from '#http/uploads/uploads.ts'
import { changeProfile, receiveAvatar, sendAvatar } from './avatar.ts'
import { changeUsername } from './rename.ts'
import { findUserById } from './store.ts'
import { toWire, type UserRow } from './users.ts'

/** Limits of image uploads. See docs/security-requirements.md A-16. */
function avatarLimits(userId: string): PersistentRateLimit[] {
  return [{ name: 'avatar', by: userId, maxAttempts: 10, windowSeconds: 60 * 60 }]
}

export function registerUsers(bind: Bind, services: Services): void {
  const { db, now } = services

  async function rowOf(id: string): Promise<UserRow> {
    const row = await findUserById(db, id)
    // The account was deleted after the access check.
    if (row === undefined) throw new Refused(unauthenticated)
    return row
  }

  bind(contract.getProfile, async ({ caller }) => ({ user: toWire(await rowOf(caller.id), now()) }))

  bind(contract.updateProfile, async ({ caller, body }) => {
    if (body.avatarUrl !== undefined) await consume(services, avatarLimits(caller.id))
    await changeProfile(services, await rowOf(caller.id), body)
    services.events.emit('profileChanged', { userId: caller.id })
    return { user: toWire(await rowOf(caller.id), now()) }
  })

  const uploads = receiveUploads(services)
  bind(contract.replaceAvatar, async ({ caller, request }) => {
    await consume(services, avatarLimits(caller.id))
    await receiveAvatar(services, uploads, request, await rowOf(caller.id))
    services.events.emit('profileChanged', { userId: caller.id })
    return { user: toWire(await rowOf(caller.id), now()) }
  })

  bind(contract.getAvatar, async ({ params, request, reply }) =>
    sendAvatar(services, params.name, { request, reply }, 'private, max-age=31536000, immutable'),
  )

  bind(contract.changeUsername, async ({ caller, body }) => {
    const user = await changeUsername(services, await rowOf(caller.id), body.username)
    services.events.emit('profileChanged', { userId: caller.id })
    return { user: toWire(user, now()) }
  })
}
