import type { Scope } from '@tonarchiv/contract/scope'
import { grantAccess, storeScope } from '#features/access-grants/index.ts'
import type { TestApp } from './start-app.ts'

interface Options {
  /** When the access ends; by default never. */
  endsAt?: Date
}

/** Gives a member access to a part of the archive, in addition to what it has. */
export async function grantScope(
  { services: { db, now, events } }: TestApp,
  { id: userId }: { id: string },
  scope: Scope,
  { endsAt }: Options = {},
): Promise<void> {
  await db.transaction().execute(async (trx) =>
    grantAccess(trx, {
      userId,
      scopeId: await storeScope(trx, scope),
      accessKeyId: null,
      grantedAt: now(),
      endsAt: endsAt ?? null,
    }),
  )
  events.emit('accessChanged', { userId })
}

/** A member whose only access is this one. */
export async function signInScoped(app: TestApp, scope: Scope, options: Options = {}) {
  const member = await app.signIn({ hasKey: false })
  await grantScope(app, member, scope, options)
  return member
}
