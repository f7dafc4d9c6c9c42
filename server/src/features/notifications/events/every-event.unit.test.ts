import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOTICE_KINDS } from '@tonarchiv/contract/notification-settings'
import { expect, test } from 'vitest'
import { EVENT_NAMES } from '#events/domain-events.ts'

const PAGE = join(import.meta.dirname, '../../../../../docs/subsystems/notifications.md')
const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(
  ([, event = '', kinds = '']) => ({ event, kinds }),
)

test('every event of the product is a kind of notice, or deliberately none', () => {
  expect(rows.map(({ event }) => event).toSorted()).toEqual([...EVENT_NAMES].toSorted())
})

test('every kind of notice comes from an event', () => {
  const named = new Set(
    rows.flatMap(({ kinds }) => [...kinds.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
  )
  expect(Object.keys(NOTICE_KINDS).filter((kind) => !named.has(kind))).toEqual([])
})
