import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { logTo } from '#platform/log.ts'
import { openServices } from '#app/open-services.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { startApp } from '#testing/start-app.ts'
import { backupFolder } from '../backup/destination/backup-destination.disk.ts'
import { lockAlone, lockToPrepare } from './folder-lock.ts'
import { createBackup } from '../backup/create-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { findBackupIn } from '../backup/find-backups.ts'
import { startIntegrityCheck } from './integrity-check.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-start-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A stopped archive on SQLite that contains a message, and a backup in another folder. */
async function stoppedArchive() {
  const dataFolder = await newFolder()
  const to = await newFolder()
  const config = { ...readConfig({ DATA_DIR: dataFolder, BACKUP_DIR: to }), logLevel: 'silent' as const }
  const app = await startApp(config)
  const member = await app.signIn()
  await member.call(postMessage, { body: { message: 'Noch da' } })
  const { id } = await createBackup({ ...config, storage: await openStorage(config) }, backupFolder(to), {
    keptDays: 7,
  })
  await app.close()
  const { database } = config
  if (database.kind !== 'sqlite') throw new Error('These tests are about the file')
  return { config, to, id, path: database.path }
}

const start = async (config: ReturnType<typeof readConfig>) =>
  openServices(config, { log: logTo('silent'), writeLine: () => {} })

test.each([
  ['is missing', async (path: string) => rm(path)],
  ['is empty', async (path: string) => writeFile(path, '')],
  ['is not a database', async (path: string) => writeFile(path, 'kaputt'.repeat(5000))],
  [
    'malformed',
    async (path: string) => {
      const bytes = await readFile(path)
      await writeFile(path, bytes.fill(0xab, 4096 * 3, 4096 * 60))
    },
  ],
  [
    'holds no archive',
    async (path: string) => rm(path).then(() => new DatabaseSync(path).exec('create table t (a)')),
  ],
])('a database that %s stops the start, which names the newest good backup', async (message, spoil) => {
  const { config, to, path } = await stoppedArchive()
  await spoil(path)
  const spoilt = existsSync(path) ? await readFile(path) : undefined
  const failed = await start(config).then(
    () => '',
    (error: unknown) => String(error),
  )
  expect(failed).toContain(message)
  expect(failed).toMatch(/The newest good backup is of \d{4}-.*: npm run archive -- restore --from/)
  expect(failed).toContain(to)
  // No file was created in place of the missing one.
  expect(existsSync(path) ? await readFile(path) : undefined).toEqual(spoilt)

  // Follows the steps in the operators' documentation.
  const target = { ...config, storage: await openStorage(config) }
  await restoreBackup(backupFolder(to), target, { force: true })
  const back = await startApp(config)
  const { messages } = await (await back.signIn()).call(listMessages, { query: {} })
  expect(messages.map(({ content }) => content)).toEqual(['Noch da'])
})

test('damage deep in a large database is found while the server runs, and prevents every start after that', async () => {
  const { config, to, path } = await stoppedArchive()
  const database = new DatabaseSync(path)
  database.exec(`
    create table ballast (id integer primary key, bytes blob not null);
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 23000)
    insert into ballast select n, zeroblob(3000) from number`)
  database.close()
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(4096, 0xab), 0, 4096, 4096 * 12_000)
  await file.close()

  const running = await start(config)
  const found = Promise.withResolvers<string>()
  const stop = startIntegrityCheck(
    running.services,
    findBackupIn(running.services.config.backup?.to),
    (lost) => found.resolve(lost.message),
  )
  const output = await found.promise
  expect(output).toContain('The newest good backup is of ')
  expect(output).toContain(to)
  await stop()
  await running.close()
  await expect(start(config)).rejects.toThrow(output.split(':')[0])

  const target = { ...config, storage: await openStorage(config) }
  await restoreBackup(backupFolder(to), target, { force: true })
  const { close } = await start(config)
  await close()
})

test('a damaged backup is not offered as a replacement', async () => {
  const { config, to, id, path } = await stoppedArchive()
  await rm(path)
  await writeFile(join(to, 'generations', id, 'database.sqlite.gz'), 'kaputt')
  await expect(start(config)).rejects.toThrow('No good backup was found')
})

test('a first start that was interrupted before it stored anything is repeated', async () => {
  const dataFolder = await newFolder()
  await writeFile(join(dataFolder, 'archive.sqlite'), '')
  const { close } = await start(readConfig({ DATA_DIR: dataFolder }))
  await close()
})

test('a start waits for a process that prepares the archive, and a killed process does not block it', async () => {
  const folder = await newFolder()
  const lockFile = new URL('./folder-lock.ts', import.meta.url).href
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { lockToPrepare } = await import(${JSON.stringify(lockFile)})
       await lockToPrepare(${JSON.stringify(folder)}, () => {})
       process.stdout.write('held')
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  let hasWaited = false
  const lock = lockToPrepare(folder, () => {
    hasWaited = true
    holder.kill('SIGKILL')
  })
  const mine = await lock
  expect(hasWaited).toBe(true)
  mine.prepared()
  // Other processes may use the folder at the same time, but none may replace it.
  const theirs = await lockToPrepare(folder, () => {})
  theirs.prepared()
  expect(() => lockAlone(folder)).toThrow('Stop it first')
  mine.release()
  theirs.release()
  lockAlone(folder).release()
})
