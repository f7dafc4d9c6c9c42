import { operator } from '#features/audit-log/index.ts'
import { createAccessKey } from '#features/access-keys/index.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage.ts'

const MOST = 1000

export const createKeyCommand: Command = {
  usage: 'key [COUNT]',
  summary: 'Makes access keys and shows them, one a line.',
  run: async (services, [count = '1', ...more]) => {
    const wanted = Number(count)
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST || more.length > 0) {
      throw new UsageError(`How many keys? A number from 1 to ${MOST}.`)
    }
    for (let made = 0; made < wanted; made += 1)
      console.log((await createAccessKey(services, operator)).keyValue)
    return 0
  },
}
