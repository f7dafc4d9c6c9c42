import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportAccount } from '@tonarchiv/contract/auth'
import { openApi } from '@tonarchiv/contract/operation'
import { route } from '@tonarchiv/contract/route'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { camelCase } from '#database/names.ts'
import { memoryHub } from '#events/bus.memory.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp } from '#testing/start-app.ts'
import { type CleanupJob, defineFeature, type Feature, FeatureNotOpen } from '#feature.ts'
import { features } from './features.ts'
import { startHousekeeping } from './housekeeping.ts'

/** Tables that belong to the infrastructure: database, mail, rate limits and maintenance. */
const OF_INFRASTRUCTURE = new Set([
  'migrations',
  'revocations',
  'rateLimits',
  'letters',
  'pendingUploads',
  'backupPlaces',
  'storedHashes',
  'upkeepRuns',
])

const ownersOf = (list: readonly Feature[]) =>
  list.flatMap(({ name, tables }) => Object.keys(tables).map((table) => ({ table, feature: name })))

const isPersonal = ({ tables }: Feature) => Object.values(tables).some((use) => use !== 'shared')

const withoutExport = (list: readonly Feature[]) =>
  list.filter((one) => isPersonal(one) && one.exportSections.length === 0).map(({ name }) => name)

test('every table of the database belongs to one feature', async () => {
  const { db } = (await startApp()).services
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView)
  const known = tables.map(({ name }) => camelCase(name))
  const owned = ownersOf(features).map(({ table }) => table)
  expect(owned.filter((table, index) => owned.indexOf(table) !== index)).toEqual([])
  // SQLite stores the search index in additional tables.
  const isPartOf = (name: string) => /^album(?:Words|Grams)[A-Z]/.test(name)
  const unowned = known.filter(
    (name) => !owned.includes(name) && !OF_INFRASTRUCTURE.has(name) && !isPartOf(name),
  )
  expect(unowned).toEqual([])
  const search = db.kind === 'sqlite' ? ['albumSearch'] : ['albumWords', 'albumGrams']
  expect(owned.filter((table) => !known.includes(table)).toSorted()).toEqual(search.toSorted())
})

test('a table that refers to accounts is declared to hold their data', async () => {
  const { db } = (await startApp()).services
  if (db.kind !== 'sqlite') return
  const { rows } = await sql<{ table: string; column: string }>`
    select tables.name as "table", keys."from" as "column"
    from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as keys
    where keys."table" = 'users' and tables.schema = 'main'`.execute(db)
  const declared = new Set(
    features.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([table, use]) =>
        use === 'shared' ? [] : use.accountColumns.map((column) => `${table}.${column}`),
      ),
    ),
  )
  const refers = rows.map(({ table, column }) => `${camelCase(table)}.${camelCase(column)}`)
  expect(refers.length).toBeGreaterThan(10)
  expect(refers.filter((place) => !declared.has(place) && place !== 'letters.userId')).toEqual([])
})

test('a feature that stores data of accounts exports it, and each section has a unique name', () => {
  expect(withoutExport(features)).toEqual([])
  const silent = defineFeature({ name: 'silent', tables: { favorites: { accountColumns: ['userId'] } } })
  expect(withoutExport([...features, silent])).toEqual(['silent'])
  const names = features.flatMap(({ exportSections }) => exportSections.map(({ name }) => name))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

const ping = route({
  method: 'GET',
  path: '/api/test/ping',
  access: 'verified',
  summary: 'Answers how often it was called.',
  answer: z.object({ calls: z.number() }),
})

/** A feature that counts calls and records when it is opened, registered and closed. */
function countingFeature(steps: string[]) {
  const job: CleanupJob = {
    name: 'counting',
    schedule: 'rows',
    atStart: true,
    run: async () => steps.push('cleaned'),
  }
  const counting = defineFeature({
    name: 'counting',
    open: () => {
      steps.push('opened')
      return { calls: 0 }
    },
    close: ({ calls }) => void steps.push(`closed after ${calls} calls`),
    register: (bind, _context, counter) =>
      bind(ping, async () => {
        counter.calls += 1
        return counter
      }),
    exportSections: [{ name: 'counts', read: async (_db, userId) => `of ${userId}` }],
    cleanup: [job],
  })
  const reading = defineFeature({
    name: 'reading',
    open: ({ use }) => void steps.push(`reads ${use(counting).calls}`),
    close: () => void steps.push('closed first'),
  })
  return { counting, reading }
}

test('an entry in the list of features is all that the app needs to open, bind, describe, export, clean up and close it', async () => {
  const steps: string[] = []
  const { counting, reading } = countingFeature(steps)
  const list = [...features, counting, reading]
  const app = await startApp({}, { features: list })
  expect(steps).toEqual(['opened', 'reads 0'])

  expect((await app.refusal(ping)).body.code).toBe('UNAUTHENTICATED')
  const member = await app.signIn({ isAdmin: true })
  expect(await member.call(ping, {})).toEqual({ calls: 1 })
  expect(app.routes).toContain(ping)
  expect(await member.call(openApi, {})).toMatchObject({
    tags: expect.arrayContaining([{ name: 'counting' }, { name: 'favorites' }]),
    paths: { [ping.path]: { get: { tags: ['counting'], summary: ping.summary } } },
  })
  expect(await member.call(exportAccount, {})).toMatchObject({ counts: `of ${member.id}` })

  const stop = startHousekeeping(app.services, list)
  await eventually(async () => expect(steps).toContain('cleaned'))
  await stop()
  await app.close()
  expect(steps).toEqual(['opened', 'reads 0', 'cleaned', 'closed first', 'closed after 1 calls'])
})

test('a feature that is listed before one that it uses stops the start', async () => {
  const { counting, reading } = countingFeature([])
  await expect(startApp({}, { features: [...features, reading, counting] })).rejects.toThrow(FeatureNotOpen)
})

test('features handle an event in every process, or only in the emitting one, and a handler that fails does not stop the others', async () => {
  const handled: string[] = []
  /** The features that this process of the installation has. */
  const listOf = (process: string) => {
    const failing = defineFeature({
      name: 'failing',
      events: {
        accessChanged: () => {
          throw new Error('this handler fails')
        },
      },
    })
    const everywhere = defineFeature({
      name: 'everywhere',
      open: () => ({ process }),
      events: {
        accessChanged: ({ userId }, _context, own) => void handled.push(`${own.process}: ${userId}`),
      },
    })
    const once = defineFeature({
      name: 'once',
      events: { accessChanged: { inEmitter: async () => void handled.push(`once in ${process}`) } },
    })
    return [...features, failing, everywhere, once]
  }
  const hub = memoryHub()
  const first = await startApp({}, { hub, features: listOf('first') })
  await startApp({}, { hub, beside: first, features: listOf('second') })
  first.services.events.emit('accessChanged', { userId: 'mara' })
  expect(handled).toContain('first: mara')
  await eventually(() => expect(handled.toSorted()).toEqual(['first: mara', 'once in first', 'second: mara']))
})

test('features subscribe to events only in their definition', () => {
  const folder = join(import.meta.dirname, '../features')
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
  const subscribing = files.filter((name) => /\bevents\.on\(/.test(readFileSync(join(folder, name), 'utf8')))
  expect(files.length).toBeGreaterThan(100)
  expect(subscribing).toEqual([])
})
