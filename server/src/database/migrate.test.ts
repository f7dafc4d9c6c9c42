import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { DatabaseTooNew, type Migration, migrate, migrations } from './migrate.ts'

const statements = [
  'create table half (id text)',
  'create table other (id text)',
  'insert into half (id) values (1)',
] as const

/** A migration that fails after `count` of its statements. */
function breakingAfter(count: number): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements.slice(0, count)) await sql.raw(statement).execute(db)
      throw new Error('pulled the plug')
    },
  }
}

test('all steps run once, and a second start finds nothing to do', async () => {
  const db = (await freshDatabase()).open()
  await migrate(db)
  expect(await migrate(db)).toEqual([])
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
})

test.each([0, 1, 2, 3])(
  'a step that breaks after %d statements leaves nothing behind and can be run again',
  async (count) => {
    const db = (await freshDatabase()).open()
    await migrate(db)
    await expect(migrate(db, [...migrations, ['9998-breaks', breakingAfter(count)]])).rejects.toThrow(
      'pulled the plug',
    )
    const tables = await db.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('half')
    const whole: Migration = {
      up: async (trx: Kysely<unknown>) => {
        for (const statement of statements) await sql.raw(statement).execute(trx)
      },
    }
    expect(await migrate(db, [...migrations, ['9998-breaks', whole]])).toEqual(['9998-breaks'])
  },
)

test('two processes that start at once run each step once', async () => {
  const { open } = await freshDatabase()
  const [one, two] = [open(), open()]
  await migrate(one)
  const step: Migration = {
    up: async (db: Kysely<unknown>) => void (await sql.raw('create table once (id text)').execute(db)),
  }
  const done = await Promise.all([one, two].map((db) => migrate(db, [...migrations, ['9999-once', step]])))
  expect(done.flat()).toEqual(['9999-once'])
})

test('a database of a newer version is not touched', async () => {
  const db = (await freshDatabase()).open()
  await migrate(db)
  await db.insertInto('migrations').values({ name: '9999-future', appliedAt: '2030-01-01' }).execute()
  await expect(migrate(db)).rejects.toThrow(DatabaseTooNew)
})
