import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Email, NewPassword, Username } from '@tonarchiv/contract/users'
import { usernameTaken } from '@tonarchiv/contract/users'
import * as z from 'zod/mini'
import { isUniqueViolation } from '#database/faults.ts'
import { createUser } from '#features/auth/index.ts'
import { parseInput } from '#http/input.ts'
import { Refused } from '#platform/refused.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage.ts'

const Account = z.object({ email: Email, username: Username, password: NewPassword })

export const createUserCommand: Command = {
  run: async (services, parameters) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: { password: { type: 'string' }, admin: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [email, username, ...more] = positionals
    if (email === undefined || username === undefined || more.length > 0)
      throw new UsageError('Which e-mail address and which username?')
    const password = values.password ?? randomBytes(12).toString('base64url')
    const account = parseInput(Account, { email, username, password })
    try {
      const user = await createUser(services, account, values.admin)
      console.log(`${values.admin ? 'Admin' : 'Account'} ${user.username} (${user.email}) is ready.`)
    } catch (error) {
      if (isUniqueViolation(error))
        throw new Refused({ ...usernameTaken, text: 'Benutzername oder E-Mail-Adresse sind schon vergeben' })
      throw error
    }
    if (values.password === undefined) console.log(`Password: ${password}`)
    return 0
  },
}
