import { nameSkeleton } from '@tonarchiv/contract/similar-names'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { migrate, migrations } from './migrate.ts'

test('display names of existing accounts are protected, and of two similar ones that of the older account', async () => {
  const db = (await freshDatabase()).open()
  const index = migrations.findIndex(([name]) => name === '0048-display-names')
  await migrate(db, migrations.slice(0, index))
  for (const [id, username, displayName] of [
    ['1', 'mara', 'Mara Lindt'],
    ['2', 'fremd', 'MÁRA  LINDT!'],
    ['3', 'ohne', null],
  ])
    await sql`insert into users
      (id, email, username, password_hash, is_admin, email_verified, key_verified, created_at, display_name)
      values (${id}, ${`${username}@beispiel.de`}, ${username}, '', 0, 1, 0, ${new Date().toISOString()}, ${displayName})`.execute(
      db,
    )
  await migrate(db)
  const { rows: names } = await sql`select skeleton, user_id from display_names`.execute(db)
  expect(names).toEqual([{ skeleton: nameSkeleton('Mara Lindt'), userId: '1' }])
  const { rows: users } = await sql`select username_skeleton from users order by id`.execute(db)
  expect(users).toEqual(['mara', 'fremd', 'ohne'].map((name) => ({ usernameSkeleton: nameSkeleton(name) })))
})
