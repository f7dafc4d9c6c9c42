import { operator, recordAuditEvent } from '#features/audit-log/index.ts'
import { findUserByEmail, setAdmin } from '#features/users/index.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage.ts'

export const createAdminCommand: Command = {
  run: async ({ db, now }, [email, ...more]) => {
    if (email === undefined || more.length > 0) throw new UsageError('The e-mail address of which account?')
    const user = await findUserByEmail(db, email.toLowerCase())
    if (user === undefined) throw new UsageError(`There is no account with the address ${email}.`)
    await db.transaction().execute(async (trx) => {
      await setAdmin(trx, user.id)
      const before = { isAdmin: user.isAdmin }
      await recordAuditEvent(trx, operator, now(), { action: 'user.make-admin', target: user.id, before })
    })
    console.log(`${user.username} is an admin now.`)
    return 0
  },
}
