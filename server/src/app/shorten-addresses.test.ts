import { login } from '@tonarchiv/contract/auth'
import { generateAccessKey } from '@tonarchiv/contract/access-keys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shortenedAddress } from '#http/client-address.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { features } from './features.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Runs the cleanup jobs for rows, which the server runs every ten minutes. */
async function cleanUpRows({ services }: TestApp): Promise<void> {
  const { signal } = new AbortController()
  for (const job of features.flatMap(({ cleanup }) => cleanup))
    if (job.schedule === 'rows') await job.run(services, signal)
}

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['2001:db8::7348', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
])('%s is kept as %s', (address, kept) => {
  expect(shortenedAddress(address)).toBe(kept)
})

test('after seven days only the network part of addresses is kept in sessions and audit events', async () => {
  const app = await startApp({ trustedProxies: ['127.0.0.1/32'] })
  const { db } = app.services
  const admin = await app.signIn({ isAdmin: true })
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const old = { email: admin.email, password: admin.password, rememberMe: true }
  await app.call(login, { body: old, headers })
  await admin.call(generateAccessKey, { headers })
  const kept = async () => {
    const sessions = await db.selectFrom('sessions').select('address').where('remembered', '=', 1).execute()
    const acts = await db.selectFrom('adminActs').select('address').execute()
    return [...sessions, ...acts].map(({ address }) => address)
  }
  app.passTime(7 * DAY_MS - 60_000)
  await cleanUpRows(app)
  expect(await kept()).toEqual(['203.0.113.77', '203.0.113.77'])
  app.passTime(2 * 60_000)
  await app.call(login, { body: { ...old, rememberMe: true }, headers })
  await cleanUpRows(app)
  expect((await kept()).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '203.0.113.77',
  ])
})

test('only the address of an audit event can be changed', async () => {
  const app = await startApp()
  const { db } = app.services
  const admin = await app.signIn({ isAdmin: true })
  await admin.call(generateAccessKey, {})
  for (const column of ['actor_id', 'action', 'target', 'after', 'at'])
    await expect(sql`update admin_acts set ${sql.ref(column)} = 'anders'`.execute(db)).rejects.toThrow(
      'append-only',
    )
  await expect(sql`delete from admin_acts`.execute(db)).rejects.toThrow('append-only')
})
