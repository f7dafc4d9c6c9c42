import { resetFactors } from '#features/auth/index.ts'
import { findUserByEmail } from '#features/users/index.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage.ts'

export const resetFactorsCommand: Command = {
  run: async (services, [email, ...more]) => {
    if (email === undefined || more.length > 0) throw new UsageError('The e-mail address of which account?')
    const user = await findUserByEmail(services.db, email.toLowerCase())
    if (user === undefined) throw new UsageError(`There is no account with the address ${email}.`)
    await resetFactors(services, user.id)
    console.log(`${user.username} logs in with the password alone now, and is told so by e-mail.`)
    return 0
  },
}
