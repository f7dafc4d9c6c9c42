import { parseArgs } from 'node:util'
import { KeyOrder, KEYS_PER_BATCH } from '@tonarchiv/contract/key-batches'
import { createAdminKeys } from '#features/access-keys/index.ts'
import { operator } from '#features/audit-log/index.ts'
import { parseInput } from '#http/input.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage.ts'

const MOST = 1000

export const createKeyCommand: Command = {
  run: async (services, parameters) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      options: {
        note: { type: 'string', default: '' },
        types: { type: 'string' },
        albums: { type: 'string' },
        'no-videos': { type: 'boolean', default: false },
        uses: { type: 'string', default: '1' },
        until: { type: 'string' },
        stay: { type: 'string' },
      },
      allowPositionals: true,
    })
    const [count = '1', ...more] = positionals
    const wanted = Number(count)
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST || more.length > 0)
      throw new UsageError(`How many keys? A number from 1 to ${MOST}.`)
    if (values.types !== undefined && values.albums !== undefined)
      throw new UsageError('Either --types or --albums, not both.')
    const order = parseInput(KeyOrder, {
      count: 1,
      note: values.note,
      scope: scopeOf(values.types, values.albums, !values['no-videos']),
      maxUses: values.uses,
      expiresAt: values.until === undefined ? null : endOfDay(values.until).toISOString(),
      stayDays: values.stay ?? null,
    })
    const expiresAt = order.expiresAt === null ? null : new Date(order.expiresAt)
    if (expiresAt !== null && expiresAt <= services.now()) throw new UsageError('--until is in the past.')
    for (let left = wanted; left > 0; left -= KEYS_PER_BATCH) {
      const rows = await createAdminKeys(services, operator, {
        ...order,
        expiresAt,
        count: Math.min(left, KEYS_PER_BATCH),
        record: 'keys',
      })
      for (const { keyValue } of rows) console.log(keyValue)
    }
    return 0
  },
}

function scopeOf(types: string | undefined, albums: string | undefined, hasVideos: boolean) {
  if (types !== undefined) return { kind: 'types', types: types.split(','), hasVideos }
  if (albums !== undefined) return { kind: 'albums', albumIds: albums.split(','), hasVideos }
  return { kind: 'all', hasVideos }
}

/** The end of a day in the time zone of this machine. @throws UsageError for a text that is no date */
function endOfDay(date: string): Date {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const end = new Date(Number(year), Number(month) - 1, Number(day) + 1)
  if (Number.isNaN(end.getTime()) || new Date(end.getTime() - 1).getDate() !== Number(day))
    throw new UsageError('--until wants a date such as 2027-12-31.')
  return end
}
