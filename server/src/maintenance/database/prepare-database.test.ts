import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { startApp } from '#testing/start-app.ts'
import { restoreDatabaseFile } from '../backup/restore-backup.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-start-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

test('before it is brought up to date the database is copied, and the copy can take its place', async () => {
  const app = await startApp()
  const { config, db } = app.services
  const member = await app.signIn()
  await member.call(postMessage, { body: { message: 'Vor dem Umbau' } })
  // Makes the schema that of the previous version.
  await sql`drop table upkeep_runs`.execute(db)
  await sql`drop table stored_hashes`.execute(db)
  const later = ['0008-upkeep', '0018-media-stamps', '0019-maintenance-runs']
  await db.deleteFrom('migrations').where('name', 'in', later).execute()
  const beside = await startApp({}, { beside: app })
  const [copy = '', ...others] = await readdir(join(config.dataFolder, 'copies'))
  expect(copy).toMatch(/^before-0008-upkeep-.*\.sqlite$/)
  expect(others).toEqual([])
  expect(await beside.services.db.selectFrom('upkeepRuns').selectAll().execute()).toEqual([])
  const elsewhere = readConfig({ DATA_DIR: await newFolder() })
  await restoreDatabaseFile(join(config.dataFolder, 'copies', copy), elsewhere, false)
  const back = await startApp({ ...elsewhere, logLevel: 'silent' })
  const { messages } = await (await back.signIn()).call(listMessages, { query: {} })
  expect(messages.map(({ content }) => content)).toEqual(['Vor dem Umbau'])
})
