import { randomFillSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { listMessages, postMessage } from '@tonarchiv/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '#config.ts'
import { addByForm } from '#testing/album-forms.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { expectFilled, fillArchive } from '#testing/filled-archive.ts'
import { newDatabaseUrl } from '#testing/postgres.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { examine } from '../doctor/examine.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { writeText } from './destination/backup-destination.ts'
import { type BackupReport, createBackup } from './create-backup.ts'
import { type Generation, generationsOf, hashOfList, type Manifest, pathsOf } from './manifest.ts'
import { contentPath } from './media-contents.ts'
import { generationsToKeep } from './prune-backups.ts'
import {
  restoreBackup,
  restoreDatabaseFile,
  type RestoreReport,
  type RestoreOptions,
} from './restore-backup.ts'

/** Everything takes longer on a busy machine. */
const TIMEOUT = { timeout: 30_000 }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-backup-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server on a restored archive. */
async function startOn(dataFolder: string, databaseUrl?: string): Promise<TestApp> {
  return startApp({
    dataFolder,
    database:
      databaseUrl === undefined
        ? { kind: 'sqlite', path: join(dataFolder, 'archive.sqlite') }
        : { kind: 'postgres', url: databaseUrl },
  })
}

/** Makes a backup of a running app, in this process. */
async function runBackup(app: TestApp, to: string, keptDays = 7): Promise<BackupReport> {
  const { config } = app.services
  return createBackup({ ...config, storage: await openStorage(config) }, backupFolder(to), { keptDays })
}

/** Does what `restore` does, in this process, with SQLite. */
async function runRestore(
  from: string,
  here: string,
  options: Partial<RestoreOptions> = {},
): Promise<RestoreReport> {
  const config = readConfig({ DATA_DIR: here })
  const target = { ...config, storage: await openStorage(config) }
  return restoreBackup(backupFolder(from), target, { force: false, ...options })
}

/** A filled archive with one backup of it. */
async function backedUp() {
  const app = await startApp()
  const filled = await fillArchive(app)
  const to = await newFolder()
  const { id } = await runBackup(app, to)
  return { app, filled, to, id }
}

/** Overwrites several bytes, because one changed byte in compressed zeros may decompress to the same content. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path)
  randomFillSync(bytes, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3))
  await writeFile(path, bytes)
}

test('a backup that was made beside a running server can be restored elsewhere', async () => {
  const app = await startApp()
  const filled = await fillArchive(app)
  const to = await newFolder()
  const made = await runArchive(settingsOf(app), 'backup', '--to', to)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('6 of them new') })
  const here = await newFolder()
  const settings = { DATA_DIR: here, DATABASE_URL: '', APP_SECRET: '' }
  const back = await runArchive(settings, 'restore', '--from', to)
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('6 files, 6 of them brought back') })
  await expectFilled(await startOn(here), filled)

  const url = await newDatabaseUrl()
  if (url === undefined) return
  const there = await newFolder()
  const onPostgres = { DATA_DIR: there, DATABASE_URL: url, APP_SECRET: app.services.secret }
  expect((await runArchive(onPostgres, 'restore', '--from', to)).code).toBe(0)
  const moved = await startOn(there, url)
  await expectFilled(moved, filled)
  await moved.close()
  const again = await runArchive(onPostgres, 'restore', '--from', to, '--force')
  expect(again).toMatchObject({
    code: 1,
    output: expect.stringContaining('The target holds an archive already'),
  })
})

test('a second backup sends only new files, and each backup restores its own state', async () => {
  const { app, to, id } = await backedUp()
  await addByForm(await app.signIn({ isAdmin: true }), {
    albumTitel: 'Nachzügler',
    tracks: [{ title: 'Neu', file: 'opus.opus' }],
  })
  const second = await runBackup(app, to)
  expect(second.manifest.media).toMatchObject({ files: 7, missing: [] })
  expect(second.newFiles).toBe(1)
  const titlesIn = async (options: Partial<RestoreOptions>) => {
    const here = await newFolder()
    await runRestore(to, here, options)
    const member = await (await startOn(here)).signIn()
    return (await member.call(listAlbums, { query: {} })).albums.map(({ albumTitel }) => albumTitel)
  }
  expect(await titlesIn({})).toEqual(['Nachzügler', 'Große Straßen'])
  expect(await titlesIn({ id })).toEqual(['Große Straßen'])
})

test('a backup contains the messages up to one point in time, also while more arrive', async () => {
  const app = await startApp()
  const member = await app.signIn()
  const to = await newFolder()
  const enough = new AbortController()
  let sent = 0
  const writing = (async () => {
    while (!enough.signal.aborted) {
      sent += 1
      await member.call(postMessage, { body: { message: `Nummer ${sent}` } })
    }
  })()
  await expect.poll(() => sent, TIMEOUT).toBeGreaterThan(20)
  await runBackup(app, to)
  enough.abort()
  await writing
  const here = await newFolder()
  await runRestore(to, here)
  const { messages } = await (
    await (await startOn(here)).signIn()
  ).call(listMessages, { query: { limit: 100 } })
  const numbers = messages.map(({ content }) => Number(content.replace('Nummer ', '')))
  const last = numbers.at(-1) ?? 0
  expect(last).toBeGreaterThan(20)
  expect(numbers).toEqual(Array.from(numbers, (_number, index) => last - numbers.length + 1 + index))
})

test('an existing archive is moved aside, and only with --force', async () => {
  const { filled, to } = await backedUp()
  const here = await newFolder()
  const other = await startOn(here)
  await addByForm(await other.signIn({ isAdmin: true }), { albumTitel: 'Eigenes' })
  await expect(runRestore(to, here, { force: true })).rejects.toThrow('Stop it first')
  await other.close()
  await expect(runRestore(to, here)).rejects.toThrow('With --force it is put aside')

  const { aside = '' } = await runRestore(to, here, { force: true })
  const restored = await startOn(here)
  await expectFilled(restored, filled)
  await restored.close()
  await restoreDatabaseFile(aside, readConfig({ DATA_DIR: here }), true)
  const member = await (await startOn(here)).signIn()
  const { albums } = await member.call(listAlbums, { query: {} })
  expect(albums.map(({ albumTitel }) => albumTitel)).toEqual(['Eigenes'])
})

test('a damaged backup is rejected before anything is changed, and an older one can be chosen', async () => {
  const { app, filled, to, id: older } = await backedUp()
  const { id: newest } = await runBackup(app, to)
  await damage(join(to, pathsOf(newest).database))
  const here = await newFolder()
  await expect(runRestore(to, here)).rejects.toThrow('is damaged')
  expect(existsSync(join(here, 'archive.sqlite'))).toBe(false)

  const [{ path } = { path: '' }] = await Array.fromAsync(backupFolder(to).list('content'))
  const bytes = await readFile(join(to, path))
  await damage(join(to, path))
  await expect(runRestore(to, here, { id: older })).rejects.toThrow('is damaged in the backup')
  await rm(join(to, path))
  await expect(runRestore(to, here, { id: older })).rejects.toThrow('are missing in the backup')
  expect(existsSync(join(here, 'archive.sqlite'))).toBe(false)

  // A second run continues where the first one ended.
  await writeFile(join(to, path), bytes)
  const { newFiles } = await runRestore(to, here, { id: older })
  expect(newFiles).toBeLessThanOrEqual(6)
  await expectFilled(await startOn(here), filled)
})

test('old backups are removed with the media that only they refer to', async () => {
  const { app, to, id } = await backedUp()
  const destination = backupFolder(to)
  // Makes the same backup look years old and adds a media file to it that was deleted since.
  const old = pathsOf('2020-01-01T00-00-00.000Z')
  const manifest: unknown = JSON.parse(await readFile(join(to, pathsOf(id).manifest), 'utf8'))
  const deleted = `tracks/${'a'.repeat(32)}`
  const list = await readFile(join(to, pathsOf(id).media), 'utf8')
  const oldList = `${list}${'0'.repeat(64)} 4 ${deleted}\n`
  await writeText(destination, old.media, oldList)
  await writeText(destination, contentPath('0'.repeat(64)), 'alt!')
  const aged = z.parse(z.looseObject({ media: z.looseObject({}) }), manifest)
  const media = { ...aged.media, sha256: hashOfList(oldList) }
  const madeAt = '2020-01-01T00:00:00.000Z'
  await writeText(destination, old.manifest, JSON.stringify({ ...aged, sequence: 0, media, madeAt }))
  const mediaFiles = async () => (await Array.fromAsync(destination.list('content'))).length
  expect(await mediaFiles()).toBe(7)
  // Days without a backup do not count, so this backup is still among those of the last seven days with a backup.
  expect((await runBackup(app, to)).removedBackups).toBe(0)
  const weekly = await generationsOf(destination)
  expect(weekly).toHaveLength(3)
  for (const day of ['07', '14', '21', '28']) {
    const moment = `2026-10-${day}T00:00:00.000Z`
    await writeText(destination, pathsOf(moment).media, list)
    const weekly = { ...aged, sequence: Number(day), madeAt: moment }
    await writeText(destination, pathsOf(moment).manifest, JSON.stringify(weekly))
  }
  expect((await runBackup(app, to, 1)).removedBackups).toBe(2)
  expect(await mediaFiles()).toBe(6)
})

test('the newest backup of each of the last days and weeks is kept', () => {
  const madeAt = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()
  const all = Array.from({ length: 60 }, (_, back) => [3, 15].map((hour) => madeAt(21 - back, hour)))
    .flat()
    .toSorted()
    .toReversed()
    // Only the time of a backup matters here.
    .map((moment): Generation => ({ id: moment, manifest: { ...emptyManifest, madeAt: moment } }))
  expect(generationsToKeep(all, 3).map(({ id }) => id.slice(0, 13))).toEqual([
    '2026-11-21T15',
    // Not older than a day.
    '2026-11-21T03',
    '2026-11-20T15',
    '2026-11-19T15',
    // The newest backups of the three weeks before. They are from Sundays, the last days of these weeks.
    '2026-11-15T15',
    '2026-11-08T15',
    '2026-11-01T15',
  ])
})

test('incomplete backups take the place of no complete one, and those before a complete one are removed', () => {
  const on = (day: number, sequence: number, missing: string[] = []): Generation => {
    const madeAt = new Date(Date.UTC(2026, 10, day)).toISOString()
    const media = { ...emptyManifest.media, missing }
    return { id: `${day}`, manifest: { ...emptyManifest, madeAt, sequence, media } }
  }
  const complete = [on(12, 3), on(11, 2), on(10, 1)]
  const incomplete = Array.from({ length: 9 }, (_, index) => on(21 - index, 12 - index, ['tracks/x']))
  const kept = generationsToKeep([...incomplete, ...complete], 3).map(({ id }) => id)
  // The newest backup of each of three days, and the newest of the week before.
  expect(kept).toEqual(['21', '20', '19', '15', '12', '11', '10'])
  const later = [on(22, 13), ...incomplete, ...complete]
  expect(generationsToKeep(later, 3).map(({ id }) => id)).toEqual(['22', '12', '11'])
})

const emptyManifest: Manifest = {
  format: 2,
  madeAt: '',
  sequence: 1,
  database: { from: 'sqlite', sizeBytes: 0, sha256: '', migrations: [] },
  media: { files: 0, bytes: 0, sha256: '', missing: [], damaged: [] },
  hasSecret: false,
}

test('files that a killed backup has left are removed by a later one', async () => {
  const { app, to } = await backedUp()
  const { dataFolder } = app.services.config
  const left = join(dataFolder, 'backup-vorhin')
  await mkdir(left)
  await utimes(left, new Date(), new Date(Date.now() - 25 * 60 * 60 * 1000))
  await runBackup(app, to)
  expect((await readdir(dataFolder)).filter((name) => name.startsWith('backup-'))).toEqual([])
})

test('a file that was lost in the archive makes the backup incomplete, and comes back from an older one', async () => {
  const { app, filled, to } = await backedUp()
  const [{ storageName } = { storageName: null }] = await app.services.db
    .selectFrom('tracks')
    .select('storageName')
    .where('title', '=', 'Süß')
    .execute()
  await app.services.storage.remove([storageName ?? ''])
  const { code, output } = await runArchive(settingsOf(app), 'backup', '--to', to)
  expect(code).toBe(2)
  expect(output).toContain(`Missing: "${filled.albumTitel}" – "Süß" (${storageName})`)
  expect(output).toContain('This backup is incomplete')

  const config = { ...app.services.config, backup: { to, at: 0, keptDays: 7 } }
  const findings = await Array.fromAsync(examine(config))
  const finding = findings.find(({ what }) => what === 'Backup')
  expect(finding?.state).toBe('bad')
  expect(finding?.message).toContain(`missing: "${filled.albumTitel}" – "Süß"`)

  const here = await newFolder()
  expect((await runRestore(to, here)).generation.manifest.media.missing).toEqual([storageName])
  await expectFilled(await startOn(here), filled)
})

test('a backup can be read with nothing but SQLite and gunzip', async () => {
  const { to, filled, id } = await backedUp()
  const file = join(await newFolder(), 'plain.sqlite')
  await writeFile(file, gunzipSync(await readFile(join(to, pathsOf(id).database))))
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  expect(database.prepare('select title from albums').all()).toEqual([{ title: filled.albumTitel }])
})
