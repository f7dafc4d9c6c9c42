import { AppPasswordName } from '@tonarchiv/contract/app-passwords'
import * as z from 'zod/mini'
import { createAppPasswordFor } from '#features/app-passwords/index.ts'
import { notifyOwnerOfOperator, securitySentence } from '#features/auth/index.ts'
import { findUserByEmail } from '#features/users/index.ts'
import { parseInput } from '#http/input.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage.ts'

const Input = z.object({ name: AppPasswordName })

export const createAppPasswordCommand: Command = {
  run: async (services, [email, name, ...more]) => {
    if (email === undefined || name === undefined || more.length > 0)
      throw new UsageError('The e-mail address of which account, and which name for the app password?')
    const input = parseInput(Input, { name })
    const user = await findUserByEmail(services.db, email.toLowerCase())
    if (user === undefined) throw new UsageError(`There is no account with the address ${email}.`)
    const { row, password } = await createAppPasswordFor(services, user.id, input.name)
    const change = securitySentence('appPasswordAdded', row.name)
    await notifyOwnerOfOperator(services, services.db, user.id, change)
    console.log(`"${row.name}" is ready for ${user.username} at ${services.config.publicUrl}:`)
    console.log(password)
    return 0
  },
}
