import { listAuditEvents } from '@tonarchiv/contract/admin'
import { generateAccessKey, generateAccessKeys } from '@tonarchiv/contract/access-keys'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'

test('acts are read in pages, newest first, without gaps or duplicates while new ones are added', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true, username: 'chefin' })
  for (let count = 0; count < 5; count += 1) await admin.call(generateAccessKey, {})
  const first = await admin.call(listAuditEvents, { query: { limit: 2 } })
  await admin.call(generateAccessKey, {})
  const second = await admin.call(listAuditEvents, { query: { limit: 2, before: first.acts.at(-1)?.id } })
  const third = await admin.call(listAuditEvents, { query: { limit: 2, before: second.acts.at(-1)?.id } })
  const read = [...first.acts, ...second.acts, ...third.acts]
  expect(new Set(read.map(({ id }) => id)).size).toBe(5)
  expect(read.map(({ at }) => at)).toEqual(
    read
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false])
  expect(read[0]?.by).toBe('chefin')
  expect(read[0]?.text).toMatch(/^Zugangsschlüssel [A-Z0-9-]{12} generiert$/)
})

test('several keys are created at once, each with its own record', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { accessKeys } = await admin.call(generateAccessKeys, { body: { count: 5 } })
  expect(new Set(accessKeys.map(({ key_value }) => key_value)).size).toBe(5)
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts).toHaveLength(5)
  expect((await admin.refusal(generateAccessKeys, { body: { count: 51 } })).body.error).toBe(
    'Bitte gib eine Anzahl von 1 bis 50 an',
  )
})

test('an act of a deleted account has no name', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const other = await app.signIn({ isAdmin: true })
  await other.call(generateAccessKey, {})
  await app.services.db.deleteFrom('users').where('id', '=', other.id).execute()
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  expect(acts).toMatchObject([{ by: null }])
})
