import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { migrate, migrations } from './migrate.ts'

test('keys of before open the whole archive once, and keep who made them and who used them', async () => {
  const db = (await freshDatabase()).open()
  const index = migrations.findIndex(([name]) => name === '0064-access-grants')
  await migrate(db, migrations.slice(0, index))
  const time = '2026-01-01T00:00:00.000Z'
  for (const [id, isVerified] of [
    ['admin', 0],
    ['mara', 1],
  ] as const)
    await sql`insert into users
      (id, email, username, password_hash, is_admin, email_verified, key_verified, created_at)
      values (${id}, ${`${id}@beispiel.de`}, ${id}, '', 0, 1, ${isVerified}, ${time})`.execute(db)
  for (const [id, usedBy, usedAt] of [
    ['k1', null, null],
    ['k2', 'mara', time],
    ['k3', null, time],
  ])
    await sql`insert into access_keys (id, key_value, created_at, used_by, used_at)
      values (${id}, ${id}, ${time}, ${usedBy}, ${usedAt})`.execute(db)
  await sql`insert into admin_acts (id, at, actor_id, action, target)
    values ('a', ${time}, 'admin', 'access-key.make', 'k1'), ('b', ${time}, 'operator', 'access-key.make', 'k2')`.execute(
    db,
  )
  await migrate(db)
  const { rows: keys } =
    await sql`select access_keys.id, batch_id, made_by, max_uses, uses, stay_days, expires_at,
    kind, has_videos from access_keys inner join access_scopes on access_scopes.id = scope_id
    order by access_keys.id`.execute(db)
  const same = { maxUses: 1, stayDays: null, expiresAt: null, kind: 'all', hasVideos: 1 }
  expect(keys).toEqual([
    { id: 'k1', batchId: 'k1', madeBy: 'admin', uses: 0, ...same },
    { id: 'k2', batchId: 'k2', madeBy: null, uses: 1, ...same },
    { id: 'k3', batchId: 'k3', madeBy: null, uses: 1, ...same },
  ])
  const { rows: uses } = await sql`select access_key_id, user_id, used_at from access_key_uses
    order by access_key_id`.execute(db)
  expect(uses).toEqual([
    { accessKeyId: 'k2', userId: 'mara', usedAt: time },
    { accessKeyId: 'k3', userId: null, usedAt: time },
  ])
  const { rows: grants } = await sql`select user_id, access_key_id, ends_at from access_grants`.execute(db)
  expect(grants).toEqual([{ userId: 'mara', accessKeyId: 'k2', endsAt: null }])
})
